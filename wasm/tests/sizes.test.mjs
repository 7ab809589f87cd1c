// What a page downloads, gzipped: no more than README.md says, within two percent.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const zipped = names => names.reduce((sum, name) =>
  sum + gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length, 0)

// These scripts and all that they import.
function withImports(names) {
  const all = new Set(names)
  for (const name of all)
    for (const [, other] of readFileSync(new URL(name, dist), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) all.add(other)
  return [...all]
}
const scripts = withImports(['index.js', 'worker.js']), alone = withImports(['predict.js'])
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

for (const [names, row] of [
  [['rfm-simd.wasm'], 'rfm-simd.wasm'], [['rfm-threads.wasm'], 'rfm-threads.wasm'], [['rfm-relaxed.wasm'], 'rfm-relaxed.wasm'],
  [['rfm.wasm'], 'rfm.wasm'], [['more.wasm'], 'more.wasm'], [scripts, 'all scripts'], [['predict.wasm'], 'predict.wasm'],
  [alone, 'scripts of `rfm-wasm/predict`']
]) test(`${row} is as small as README.md says`, () => {
  const stated = Number(readme.match(new RegExp(`\\| \`?${row.replace('.', '\\.')}\`?[^|]*\\| (\\d+) KB`))?.[1])
  assert.ok(stated > 0, 'README.md has its size')
  assert.ok(zipped(names) <= stated * 1000 * 1.02, `${zipped(names)} bytes`)
})

test('prediction alone is at most 8 KB', () => assert.ok(zipped(['predict.wasm']) <= 8000, `${zipped(['predict.wasm'])} bytes`))
