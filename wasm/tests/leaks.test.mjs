// Nothing stays behind: the module's memory after many fits, aborted rounds and
// refusals is what it was after a few.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { load } from 'rfm-wasm/sync'
import { noise } from './support/tables.mjs'

// Every instance's memory, seen from outside.
const memories = []
const instantiate = WebAssembly.instantiate
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given)
  if (made.exports?.memory !== undefined) memories.push(made.exports.memory)
  return made
}
const bytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)

const table = { data: noise(40, 3, 1), shape: [40, 3] }
const options = { kernel: 'gaussian', metric: 'diagonal', rounds: 1, bandwidth: 3, ridge: 0.01 }
const module = await WebAssembly.compile(readFileSync(new URL('../dist/rfm.wasm', import.meta.url)))

test('memory is flat after 1,000 fit and dispose cycles', async () => {
  const rfm = await load({ module })
  const cycle = () => {
    const model = rfm.fit(table, options)
    model.predict(table)
    model.dispose()
  }
  for (let k = 0; k < 20; ++k) cycle()
  const before = bytes()
  for (let k = 0; k < 1000; ++k) cycle()
  assert.equal(bytes(), before)
})

test('memory is flat after refusals, broken-off rounds and exports', async () => {
  const rfm = await load({ module })
  const model = rfm.fit(table, options)
  const cycle = () => {
    assert.throws(() => rfm.fit(table, { kernel: 'none' }))
    assert.throws(() => rfm.fit('a,b\n1\n'))
    assert.throws(() => rfm.open(new Uint8Array(500)))
    for (const round of rfm.rounds(table, { rounds: 5 })) if (round.round === 1) break
    model.toC()
    model.toJson()
    model.directions()
  }
  for (let k = 0; k < 20; ++k) cycle()
  const before = bytes()
  for (let k = 0; k < 200; ++k) cycle()
  assert.equal(bytes(), before)
})

test('models that were forgotten are freed', { skip: globalThis.gc === undefined }, async () => {
  const rfm = await load({ module })
  const file = rfm.fit(table, options).toBytes()
  const forget = async () => {
    for (let k = 0; k < 500; ++k) rfm.open(file)
    globalThis.gc()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  for (let k = 0; k < 5; ++k) await forget()
  const before = bytes()
  for (let k = 0; k < 20; ++k) await forget()
  assert.ok(bytes() <= before + 500 * file.length)
})

test('the bytes that training needs are an upper bound of what it takes', async () => {
  for (const [rows, columns] of [[200, 5], [1000, 10]]) {
    const rfm = await load({ module })
    const data = { data: noise(rows, columns, 2), shape: [rows, columns] }
    const { bytesToTrain } = rfm.describe(data)
    const first = memories.at(-1).buffer.byteLength
    rfm.fit(data, { ...options, metric: 'full' })
    assert.ok(memories.at(-1).buffer.byteLength <= Math.max(first, bytesToTrain + 2 ** 20), `${rows} x ${columns}`)
  }
})
