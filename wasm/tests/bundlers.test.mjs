// The package in projects of Vite and webpack: what they build runs in
// Chromium, worker and modules found.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import webpack from 'webpack'
import { browser, serve, visit } from './serving.mjs'

const script = `import { load } from 'rfm-wasm'
import { open } from 'rfm-wasm/predict'
const rfm = await load()
const table = { a: [1, 2, 3, 4, 5, 6], b: [2, 4, 6, 8, 10, 13] }
const model = await rfm.fit(table, { kernel: 'gaussian', rounds: 0 })
const alone = await open(model.toBytes())
if (String(alone.predict(table).values) !== String(model.predict(table).values)) throw new Error('other answers alone')
document.title = 'answered ' + alone.predict(table).rows + ' ' + model.toC().length
`
const html = '<!doctype html><title>waiting</title><script type="module" src="./main.js"></script>'

function project() {
  const folder = mkdtempSync(join(tmpdir(), 'rfm-bundle-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(fileURLToPath(new URL('..', import.meta.url)), join(folder, 'node_modules', 'rfm-wasm'))
  writeFileSync(join(folder, 'main.js'), script)
  writeFileSync(join(folder, 'index.html'), html)
  return folder
}

async function runs(folder, page) {
  const server = await serve(folder, { page })
  const chromium = await browser()
  try {
    const { page: visitor, complaints } = await visit(chromium, server.url)
    await visitor.waitForFunction(() => document.title.startsWith('answered'))
    assert.match(await visitor.title(), /^answered 6 \d+$/)
    assert.deepEqual(complaints, [])
  } finally {
    await chromium.close()
    server.close()
  }
}

test('Vite', async () => {
  const folder = project()
  await build({ root: folder, configFile: false, logLevel: 'error', build: { target: 'es2022' }, worker: { format: 'es' } })
  await runs(join(folder, 'dist'))
  rmSync(folder, { recursive: true })
})

test('webpack', async () => {
  const folder = project()
  const stats = await new Promise((resolve, reject) => webpack({
    mode: 'production', context: folder, entry: './main.js', output: { path: join(folder, 'dist') },
    experiments: { topLevelAwait: true }
  }, (error, done) => (error ? reject(error) : resolve(done))))
  assert.equal(stats.hasErrors(), false, stats.toString('errors-only'))
  assert.ok(readdirSync(join(folder, 'dist')).some(file => file.endsWith('.wasm')))
  await runs(join(folder, 'dist'), '<!doctype html><title>waiting</title><script defer src="./main.js"></script>')
  rmSync(folder, { recursive: true })
})
