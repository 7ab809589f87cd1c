// What a page downloads, gzipped: no more than the bars, and no more than
// docs/figures.md says, within two percent.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const dist = new URL('../dist/', import.meta.url)
const size = bytes => gzipSync(bytes, { level: 9 }).length
const zipped = names => names.reduce((sum, name) => sum + size(readFileSync(new URL(name, dist))), 0)

// Scripts as a bundler ships them, for the package's own keep their names.
async function minified(names) {
  const bundle = await rolldown({ input: names.map(name => fileURLToPath(new URL(name, dist))), platform: 'browser' })
  const { output } = await bundle.generate({ minify: true })
  return output.reduce((sum, { code }) => sum + size(code), 0)
}
const scripts = await minified(['index.js', 'worker.js']), alone = await minified(['predict.js'])
const figures = readFileSync(new URL('../docs/figures.md', import.meta.url), 'utf8')

const rows = {
  'rfm.wasm': zipped(['rfm.wasm']), 'rfm-threads.wasm': zipped(['rfm-threads.wasm']), 'all scripts': scripts,
  'predict.wasm': zipped(['predict.wasm']), 'scripts of `rfm-wasm/predict`': alone,
  'rfm-wasm/inline': zipped(['inline.js'])
}
for (const [row, bytes] of Object.entries(rows))
  test(`${row}: as small as docs/figures.md says`, () => {
    const stated = Number(figures.match(new RegExp(`\\| \`?${row.replace('.', '\\.')}\`?[^|]*\\| ([\\d.]+) KB`))?.[1])
    assert.ok(stated > 0, 'docs/figures.md has its size')
    assert.ok(bytes <= stated * 1000 * 1.02, `${bytes} bytes`)
  })

for (const [what, bytes, most] of [
  ['the module that does everything', rows['rfm.wasm'] + scripts, 220_000],
  ['the module with threads', rows['rfm-threads.wasm'] + scripts, 220_000],
  ['prediction alone', rows['predict.wasm'] + alone, 20_000]
]) test(`${what} with its scripts: at most ${most / 1000} KB`, () => assert.ok(bytes <= most, `${bytes} bytes`))
