// Sound models whose sizes multiply to more than 32 bits hold, where a wrapped product would write over other memory:
// each call is refused as too large.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { load, RfmError } from 'rfm-wasm/sync'

const writer = fileURLToPath(new URL('../../tests/devices/products/wide_model.py', import.meta.url))

// The bytes of a model with so many categories and classes.
function wide(categories, classes) {
  const folder = mkdtempSync(join(tmpdir(), 'rfm-wide-')), file = join(folder, 'wide.rfm')
  try {
    execFileSync('python3', [writer, file, `${categories}`, `${classes}`])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const name = k => String(k).padStart(7, '0')
const words = (rows, categories) => ({ word: Array.from({ length: rows }, (_, k) => name(k % categories)) })

for (const [what, categories, classes, call] of [
  ['features (n, d)', 1 << 16, 0, model => model.predict(words(1 << 16, 1 << 16))],
  ['outputs (n, c)', 2, (1 << 16) + 1, model => model.predict(words(1 << 16, 2))],
  ['basis (c, classes)', 2, (1 << 16) + 1, model => model.toOnnx()],
  ['the metric (d, d)', 1 << 16, 0, model => model.matrix()]
]) test(`${what} that wrap are refused`, async () => {
  const rfm = await load()
  const model = rfm.open(wide(categories, classes))
  assert.throws(() => call(model), error => error instanceof RfmError && error.code === 'too-large')
})

test('explanations and scores of many classes take no product of them', async () => {
  const rfm = await load()
  assert.equal(rfm.open(wide(1 << 14, (1 << 14) + 1)).explain({ word: name(0) }).pushes.length, 1)
  const scores = rfm.open(wide(2, 1 << 16)).evaluate({ ...words(2, 2), answer: [name(0), name(1)] })
  assert.equal(scores.rows, 2)
  assert.equal(scores.confusion, undefined)
})

test('a large table that fits is answered', async () => {
  const rfm = await load()
  assert.equal(rfm.open(wide(1000, 3)).predict(words(3000, 1000)).values.length, 3000)
})
