// `npm run build`: TypeScript and the modules into dist. What CMake makes stays in
// build/wasm-package of the project, or where RFM_WASM_BUILDS says, so that the next
// build compiles only what changed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const here = fileURLToPath(new URL('.', import.meta.url))
const builds = process.env.RFM_WASM_BUILDS ?? `${here}../build/wasm-package`
const run = (program, ...words) => execFileSync(program, words, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })

// What prediction alone shares with the rest, and the rest: files of their own, few, since
// each begins a new stream of gzip.
const groups = [
  { name: 'shared', test: /\/(address|answers|cells|compile|disposal|errors)\.ts$/, priority: 1 },
  { name: 'rfm', test: /\/(?!(index|sync|worker|predict|predictor|same_thread|browser|node)\.|.*\.node\.)\w+\.ts$/ }
]

// Names stay as they are, and each script has its map: who ships it makes it smaller himself.
const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } }
const form = { dir: `${here}dist`, sourcemap: true, minify, entryFileNames: '[name].js', chunkFileNames: '[name].js' }
const bundle = (names, plugins = []) => rolldown({
  input: Object.fromEntries(names.map(name => [name, `${here}ts/${name}.ts`])), external: /^node:/, platform: 'neutral',
  tsconfig: false, plugins
})

/** `name` as one script without imports: for places that take only one file. */
async function alone(name, format) {
  const { output: [{ code }] } = await (await bundle([name])).generate({ format, minify })
  return code
}

const embedded = sources => ({
  name: 'embedded',
  resolveId: id => id.startsWith('embedded:') ? `\0${id}` : null,
  load: id => id in sources ? `export default ${JSON.stringify(sources[id])}` : null
})

async function scripts() {
  const entries = ['index', 'sync', 'worker', 'predict'].flatMap(name => [name, `${name}.node`])
  await (await bundle(entries.filter(name => name !== 'worker.node'))).write({ ...form, codeSplitting: { groups } })
  await (await bundle(['worker.node'])).write({ ...form, format: 'cjs', entryFileNames: '[name].cjs' })
  const sources = embedded({
    '\0embedded:module': gzipSync(readFileSync(`${here}dist/rfm.wasm`), { level: 9 }).toString('base64'),
    '\0embedded:worker': await alone('worker', 'iife'), '\0embedded:worker.node': await alone('worker.node', 'cjs')
  })
  for (const name of ['inline', 'inline.node'])
    await (await bundle([name], [sources])).write({ ...form, sourcemap: false })
}

// Of the types those that callers see.
function types() {
  run(process.execPath, 'node_modules/typescript/bin/tsc', '--emitDeclarationOnly')
  for (const folder of ['calls', 'model', 'platform']) rmSync(`${here}dist/${folder}`, { recursive: true })
  for (const name of ['index', 'sync', 'worker', 'predict', 'inline']) rmSync(`${here}dist/${name}.node.d.ts`)
  copyFileSync(`${here}dist/worker.d.ts`, `${here}dist/worker.node.d.cts`)
}

function modules() {
  const names = ['rfm', 'rfm-threads', 'predict']
  const jobs = String(Math.min(cpus().length, 2))
  run('cmake', '-S', '.', '-B', builds, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=None', '-DCMAKE_TOOLCHAIN_FILE=../toolchains/wasm.cmake')
  run('cmake', '--build', builds, '--parallel', jobs, '--target', ...names.map(name => `${name}.wasm`))
  for (const name of names) copyFileSync(`${builds}/${name}.wasm`, `${here}dist/${name}.wasm`)
}

rmSync(`${here}dist`, { recursive: true, force: true })
mkdirSync(`${here}dist`)
copyFileSync(`${here}../LICENSE`, `${here}LICENSE`)
types()
modules()
await scripts()
