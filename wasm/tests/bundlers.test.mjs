// The packed package in fresh projects of bundlers, and without one: what they build runs in
// Chromium under a strict content security policy, worker and modules found.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import esbuild from 'esbuild'
import { rollup } from 'rollup'
import webpack from 'webpack'
import { answers, copy, html, project, runs, script, strict } from './support/project.mjs'

const page = '<!doctype html><title>waiting</title><script type="module" src="./main.js"></script>'
const headers = { 'content-security-policy': strict }
const files = { 'main.js': script, 'index.html': html }

test('no bundler: an import map, or the path of the file', async () => {
  const here = project({ 'main.js': script.replaceAll('rfm-wasm/predict', './node_modules/rfm-wasm/dist/predict.js')
    .replaceAll("'rfm-wasm'", "'./node_modules/rfm-wasm/dist/index.js'"), 'mapped.js': script })
  await runs(here, { page, headers })
  const map = { imports: { 'rfm-wasm': './node_modules/rfm-wasm/dist/index.js', 'rfm-wasm/predict': './node_modules/rfm-wasm/dist/predict.js' } }
  await runs(here, { page: `<!doctype html><title>waiting</title><script type="importmap">${JSON.stringify(map)}</script>
    <script type="module" src="./mapped.js"></script>` })
})

// Every major version that is in use. The page awaits at its top, which the oldest must be told.
for (const name of ['vite5', 'vite6', 'vite7', 'vite']) {
  const { build, createServer, version } = await import(name)
  test(`Vite ${version}: a build with a base address`, async () => {
    const here = project(files), out = join(here, 'out')
    await build({ root: here, base: '/deep/app/', configFile: false, logLevel: 'error',
      build: { outDir: join(out, 'deep/app'), target: 'es2022' } })
    mkdirSync(out, { recursive: true })
    await runs(out, { headers }, '/deep/app/index.html')
  })

  // Before 8 the development server moves scripts of packages away from the files beside them.
  const moves = name !== 'vite'
  const served = async optimizeDeps => {
    const here = project({ ...files, 'public/favicon.ico': '' })
    const server = await createServer({ root: here, configFile: false, logLevel: 'error', optimizeDeps,
      server: { port: 0, host: '127.0.0.1' } })
    await server.listen()
    try {
      await answers(server.resolvedUrls.local[0])
    } finally {
      await server.close()
    }
  }

  test(`Vite ${version}: the development server`, () => served(moves ? { exclude: ['rfm-wasm'] } : {}))

  if (moves) test(`Vite ${version}: what is missing in its settings is said`, () =>
    assert.rejects(served({ esbuildOptions: { target: 'es2022' } }), /Vite 7: optimizeDeps.exclude/))
}

test('webpack', async () => {
  const here = project(files)
  const stats = await new Promise((resolve, reject) => webpack({
    mode: 'production', context: here, entry: './main.js', output: { path: join(here, 'dist') },
    experiments: { topLevelAwait: true }
  }, (error, done) => (error ? reject(error) : resolve(done))))
  assert.equal(stats.hasErrors(), false, stats.toString('errors-only'))
  assert.ok(readdirSync(join(here, 'dist')).some(file => file.endsWith('.wasm')))
  await runs(join(here, 'dist'), { page: page.replace('type="module"', 'defer'), headers })
})

// Neither follows `new URL('./worker.js', import.meta.url)`: the worker is an entry of its own, and
// the modules are copied beside it.
const wasm = ['rfm.wasm', 'predict.wasm']
test('esbuild', async () => {
  const here = project({ ...files, 'worker.js': "import 'rfm-wasm/worker'\n" }), dist = join(here, 'dist')
  await esbuild.build({ absWorkingDir: here, entryPoints: ['main.js', 'worker.js'], bundle: true, format: 'esm', target: 'es2022',
    minify: true, outdir: dist, logLevel: 'error' })
  copy(here, dist, ...wasm)
  await runs(dist, { page, headers })
})

test('rollup', async () => {
  const here = project({ ...files, 'worker.js': "import 'rfm-wasm/worker'\n" }), dist = join(here, 'dist')
  const exported = { name: 'exports', resolveId: id => id.startsWith('rfm-wasm')
    ? join(here, 'node_modules/rfm-wasm/dist', `${id === 'rfm-wasm' ? 'index' : id.slice(9)}.js`) : null }
  const bundle = await rollup({ input: [join(here, 'main.js'), join(here, 'worker.js')], plugins: [exported] })
  await bundle.write({ dir: dist, format: 'es' })
  copy(here, dist, ...wasm)
  await runs(dist, { page, headers })
})

test('one file: rfm-wasm/inline by esbuild, as a classic script', async () => {
  const here = project({ 'main.js': `(async () => {${script.replace("import { load } from 'rfm-wasm'", '')
    .replace("import { open } from 'rfm-wasm/predict'", 'const { load } = self.all; const open = async bytes => (await load()).open(bytes)')}})()`,
  'all.js': "import * as all from 'rfm-wasm/inline'\nself.all = all\nimport('./main.js')\n" }), dist = join(here, 'dist')
  await esbuild.build({ absWorkingDir: here, entryPoints: ['all.js'], bundle: true, format: 'iife', outdir: dist, logLevel: 'error' })
  assert.deepEqual(readdirSync(dist), ['all.js'])
  renameSync(join(dist, 'all.js'), join(dist, 'main.js'))
  await runs(dist, { page: page.replace('type="module"', 'defer'), headers:
    { 'content-security-policy': strict.replace("worker-src 'self'", 'worker-src blob:') } })
})
