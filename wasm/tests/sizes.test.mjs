// What a page downloads, gzipped: no more than the bars, and no more than
// README.md says, within two percent.
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

const rows = {
  'rfm.wasm': ['rfm.wasm'], 'rfm-threads.wasm': ['rfm-threads.wasm'], 'all scripts': scripts,
  'predict.wasm': ['predict.wasm'], 'scripts of `rfm-wasm/predict`': alone
}
for (const [row, names] of Object.entries(rows))
  test(`${row}: as small as README.md says`, () => {
    const stated = Number(readme.match(new RegExp(`\\| \`?${row.replace('.', '\\.')}\`?[^|]*\\| ([\\d.]+) KB`))?.[1])
    assert.ok(stated > 0, 'README.md has its size')
    assert.ok(zipped(names) <= stated * 1000 * 1.02, `${zipped(names)} bytes`)
  })

for (const [what, names, most] of [
  ['the module that does everything', ['rfm.wasm', ...scripts], 160_000],
  ['the module with threads', ['rfm-threads.wasm', ...scripts], 160_000],
  ['prediction alone', ['predict.wasm', ...alone], 12_000]
]) test(`${what} with its scripts: at most ${most / 1000} KB`, () => assert.ok(zipped(names) <= most, `${zipped(names)} bytes`))
