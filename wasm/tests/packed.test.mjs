// The tarball that npm would publish: what is in it, how Node and TypeScript take it, and places
// without import.meta.url, files or workers.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import esbuild from 'esbuild'
import { publint } from 'publint'
import { load } from 'rfm-wasm/sync'
import { packed, project, run, tarball } from './support/project.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))
const text = name => readFileSync(join(folder, name), 'utf8')
const own = JSON.parse(text('package.json'))

test('in the tarball: licence, README, scripts with their maps, types, modules, and nothing else', () => {
  const files = packed.files.map(({ path }) => path)
  for (const name of ['LICENSE', 'README.md', 'package.json']) assert.ok(files.includes(name), name)
  const others = files.filter(path => !/^(LICENSE|README\.md|package\.json|dist\/([\w.]+\.c?js(\.map)?|[\w-]+\.wasm|\w+\.d\.ts|worker\.node\.d\.cts|interface\/\w+\.d\.ts))$/.test(path))
  assert.deepEqual(others, [])
  for (const name of files.filter(path => /\.c?js$/.test(path) && !path.includes('inline'))) {
    const { sources, sourcesContent } = JSON.parse(text(`${name}.map`))
    assert.ok(sourcesContent.length === sources.length && sourcesContent.every(source => source.length > 0), name)
  }
  const targets = JSON.stringify(own.exports).match(/\.\/dist[^"]+/g)
  for (const target of targets) assert.ok(files.includes(target.slice(2)), target)
})

test('names are as they were written', () => assert.match(text('dist/rfm.js'), /Workers=class\{/))

test('publint and Are the types wrong? find nothing', async () => {
  assert.deepEqual((await publint({ pkgDir: folder, pack: false })).messages, [])
  const words = ['node_modules/@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only', '--no-emoji',
    '--exclude-entrypoints', 'rfm.wasm', 'rfm-threads.wasm', 'predict.wasm']
  execFileSync(process.execPath, words, { cwd: folder, stdio: 'pipe' })
})

test('the package, the native library and the changes agree on what it is', async () => {
  const [, cmake] = readFileSync(join(folder, '../CMakeLists.txt'), 'utf8').match(/project\(rfm VERSION ([\d.]+)/)
  const rfm = await load()
  assert.equal(own.version, cmake)
  assert.equal(rfm.version, cmake)
})

const fits = "rfm.fit({ a: [1, 2, 3, 4, 5, 6], b: [2, 4, 6, 8, 10, 13] }, { kernel: 'gaussian', rounds: 0 })"
test('Node: import and require, of every entry', () => {
  const here = project({
    'import.mjs': `import { load } from 'rfm-wasm'\nimport { open } from 'rfm-wasm/predict'
      import { load as loadSync } from 'rfm-wasm/sync'\nimport { load as loadInline } from 'rfm-wasm/inline'
      for (const make of [load, loadSync, loadInline]) {
        const rfm = await make(), model = await ${fits}
        console.log((await open(model.toBytes())).predict({ a: 3 }).value.toFixed(1))
        rfm.dispose()
      }`,
    'require.cjs': `const { load } = require('rfm-wasm'), { open } = require('rfm-wasm/predict')
      const { load: loadSync } = require('rfm-wasm/sync'), { load: loadInline } = require('rfm-wasm/inline')
      void async function () {
        for (const make of [load, loadSync, loadInline]) {
          const rfm = await make(), model = await ${fits}
          console.log((await open(model.toBytes())).predict({ a: 3 }).value.toFixed(1))
          rfm.dispose()
        }
      }()`
  })
  const [major, minor] = process.versions.node.split('.').map(Number)
  const requires = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  for (const program of requires ? ['import.mjs', 'require.cjs'] : ['import.mjs'])
    assert.deepEqual(run(here, '--no-warnings', program).trim().split('\n'), ['5.9', '5.9', '5.9'], program)
})

const typed = `
  import { load, RfmError, type Model, type Prediction } from 'rfm-wasm'
  import { load as loadSync } from 'rfm-wasm/sync'
  import { open } from 'rfm-wasm/predict'
  import { loadSync as one } from 'rfm-wasm/inline'
  interface House { area: number; town: string | null; sold: Date; garden?: boolean }
  interface Columns { area: number[]; price: Float64Array }
  export async function main(houses: House[], columns: Columns, blob: Blob): Promise<number> {
    const rfm = await load({ workers: 2 })
    const model = await rfm.fit(houses, { target: 'area', task: 'regression' })
    const { value, interval: [low, high] } = model.predict({ area: 1, town: 'Hull' })
    const { values, intervals } = model.predict(houses)
    const either: Model = await rfm.fit(columns, { target: 'price', onProgress: ({ done, secondsLeft = 0 }) => { done + secondsLeft } })
    const prediction: Prediction = either.predict(columns)
    if (prediction.task === 'classification') prediction.labels.map(label => label.length)
    await rfm.fit(blob)
    await rfm.fit([[1, 2], [3, 4]], [1, 2])
    await rfm.fit(new Map([['a', [1, 2]]]))
    await rfm.fit({ columns: { a: [1, 2] }, target: 'a' })
    const classes = (await loadSync()).fit('a,b', { task: 'classification' }).predict({ a: 'x' })
    const share: number | undefined = classes.probabilities['x']
    for (const { column, reason } of either.dropped) console.log(column, reason)
    // @ts-expect-error a row's cell is no object
    model.predict({ area: {} })
    // @ts-expect-error there is no such option
    rfm.fit(houses, { goal: 'area' })
    // @ts-expect-error a regression has no labels
    model.predict(houses).labels.length
    const alone = await open(model.toBytes())
    ;(await one()).dispose()
    alone.dispose()
    if (new RfmError('input', '') instanceof Error) rfm[Symbol.dispose]()
    return value + low + high + values.length + intervals.length + alone.features + (share ?? 0)
  }`
const strict = { strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
  target: 'es2022' }
for (const [name, options] of Object.entries({
  'node16, types of Node alone': { module: 'node16', moduleResolution: 'node16', lib: ['es2022'], types: ['node'] },
  'bundler, types of the browser alone': { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }
})) test(`TypeScript, strict: ${name}`, () => {
  const here = project({ 'main.ts': typed, 'tsconfig.json': JSON.stringify({ files: ['main.ts'],
    compilerOptions: { ...strict, ...options, typeRoots: [join(folder, 'node_modules/@types')] } }) })
  try {
    run(here, join(folder, 'node_modules/typescript/bin/tsc'))
  } catch (error) {
    assert.fail(error.stdout)
  }
})

// A context with the globals of the language, and of what stands here.
async function elsewhere(source, given) {
  const here = project({ 'main.js': source })
  const { outputFiles: [{ text }] } = await esbuild.build({ absWorkingDir: here, entryPoints: ['main.js'], bundle: true,
    format: 'iife', write: false, platform: 'neutral', logLevel: 'silent' })
  const context = vm.createContext({ TextEncoder, TextDecoder, performance, WebAssembly, console, setTimeout, clearTimeout, ...given })
  new vm.Script(text).runInContext(context)
  return context.answer
}

test('no import.meta.url, no files, no workers: the bytes or the module are given', async () => {
  const bytes = new Uint8Array(readFileSync(join(folder, 'dist/rfm.wasm'))), module = await WebAssembly.compile(bytes)
  const program = `import { load } from 'rfm-wasm/sync'
    globalThis.answer = load({ [given]: self[given] }).then(rfm => ${fits}.predict({ a: 3 }).value.toFixed(1))`
  for (const [given, value] of Object.entries({ bytes, module }))
    assert.equal(await elsewhere(program, { given, self: { [given]: value } }), '5.9')
})

test('no import.meta.url, no files, no workers: one file', async () => {
  const program = `import { loadSync } from 'rfm-wasm/inline'
    globalThis.answer = loadSync().then(rfm => ${fits}.predict({ a: 3 }).value.toFixed(1))`
  assert.equal(await elsewhere(program, { atob, Blob, Response, DecompressionStream, Uint8Array }), '5.9')
})

test('where nothing is given, the words say what to give', async () => {
  const words = `.catch(({ code, message }) => code + ': ' + message)`
  const lost = await elsewhere(`import { load } from 'rfm-wasm'\nglobalThis.answer = load()${words}`, { URL })
  assert.match(lost, /^load: .*give load the module, its bytes or its url, or use rfm-wasm\/inline/)
  const bytes = new Uint8Array(readFileSync(join(folder, 'dist/rfm.wasm')))
  const idle = await elsewhere(`import { load } from 'rfm-wasm'
    globalThis.answer = load({ bytes }).then(rfm => ${fits})${words}`, { URL, bytes, AbortSignal })
  assert.match(idle, /^unsupported: there are no workers here: rfm-wasm\/sync/)
})

test('bundlers keep the worker and drop what nobody uses', async () => {
  const here = project({ 'worker.js': "import 'rfm-wasm/worker'\n", 'nothing.js': "import 'rfm-wasm'\nimport 'rfm-wasm/predict'\n" })
  const size = async entry => (await esbuild.build({ absWorkingDir: here, entryPoints: [entry], bundle: true, format: 'esm', write: false,
    logLevel: 'silent' })).outputFiles[0].text.length
  assert.ok(await size('worker.js') > 5000)
  assert.ok(await size('nothing.js') < 200)
})
