// Prediction alone answers with the bits of the whole package, for every kernel and
// task, and refuses what it must.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { open, RfmError } from 'rfm-wasm/predict'
import { load } from 'rfm-wasm/sync'
import { crc } from './crc.mjs'
import { random } from './tables.mjs'

const rfm = await load()
const colours = ['red', 'green', 'blue', '12', '0.000001', '1e21']

/** Rows with every kind of column; some cells are missing. */
function rowsOf(n, seed, answer) {
  const next = random(seed)
  return Array.from({ length: n }, () => {
    const size = Math.round(next() * 1e4) / 100, colour = colours[Math.floor(next() * 6)], old = next() < 0.5
    const code = [3, 1e-6, 1e21][Math.floor(next() * 3)]
    return { size: next() < 0.1 ? null : size, colour, old, code, y: answer(size, colour, old, code) }
  })
}
const amount = (size, colour, old) => size * (1 + colours.indexOf(colour)) + (old ? 50 : 0)
const threeClasses = (size, colour, old) => (size > 60 ? 'large' : old ? 'old' : 'new')
const twoClasses = (size, colour, old, code) => (code === 3 || size > 50 ? 'yes' : 'no')
const plain = { target: 'y', metric: 'full', rounds: 1, ridge: 0.01, categorical: ['code'] }

async function agree(file, table, options) {
  const whole = rfm.open(file), alone = await open(file)
  for (const key of ['task', 'target', 'columns', 'classes', 'size']) assert.deepEqual(alone[key], whole[key], key)
  assert.deepEqual(alone.predict(table, options), whole.predict(table, options))
  assert.deepEqual(alone.predict(table), whole.predict(table), 'a second batch')
  whole.dispose()
}

// Every kernel with a bandwidth, as the C header lists them.
const header = readFileSync(new URL('../../lib/rfm/c/lists.h', import.meta.url), 'utf8')
const kernels = [...header.matchAll(/rfm_kernel_([a-z]+)(\d*)_f32\(float (L|q)/g)]
  .map(([, word, number, first]) => word + (first === 'q' ? `-${number / 100}` : number))
assert.equal(kernels.length, 9)
for (const options of [...kernels.map(kernel => ({ kernel, bandwidth: 3 })), { kernel: 'nngp', layers: 3 },
  { kernel: 'ntk', layers: 2, bias: 0.5 }, { kernel: 'lpq', p: 1.5, q: 0.7, bandwidth: 2 }])
  test(`${JSON.stringify(options)}: the answers of the whole package`, async () => {
    const fresh = rowsOf(45, 2, amount)
    for (const [answer, metric] of [[amount, 'full'], [threeClasses, 'diagonal'], [twoClasses, 'identity']]) {
      const model = rfm.fit(rowsOf(70, 1, answer), { ...plain, ...options, metric })
      await agree(model.toBytes(), fresh, { interval: 0.75 })
      model.dispose()
    }
  })

test('an ensemble, and a model of whole numbers', async () => {
  const model = rfm.fit(rowsOf(80, 3, amount), { target: 'y', kernel: 'laplace', ensemble: 3, categorical: ['code'] })
  assert.ok(model.report().members > 1)
  await agree(model.toBytes(), rowsOf(20, 4, amount))
  const small = rfm.shrink(model, { bytes: Math.round(model.size / 4) })
  await agree(small.toBytes(), rowsOf(20, 4, amount))
})

const model = rfm.fit(rowsOf(70, 1, threeClasses), { ...plain, kernel: 'laplace', bandwidth: 3 })
const file = model.toBytes()
const strange = [
  { size: '1.50', colour: ' red ', old: 'Yes', code: '3' }, { size: 'NaN', colour: 'pink', old: 'maybe', code: 7 },
  { size: '16777217.00000000000000000000000000001', colour: '', old: null, code: null },
  { size: '0.1000000014901161193847656250', colour: 'blue', old: false, code: '1e-6' },
  { size: 'a lot', colour: 'pink', old: 1, code: '1e21' }, { size: Infinity, colour: 12, old: true, code: 1e21 }
]

test('strange cells, and what is said about them', async () => {
  await agree(file, strange)
  await agree(file, Object.fromEntries(Object.keys(strange[0]).map(name => [name, strange.map(row => row[name])])))
  await agree(file, strange.slice(0, 0).concat([{ size: NaN, colour: 12, old: 2, code: Infinity }]))
  assert.match((await open(file)).predict(strange).notes.join(), /'colour': 2 cells of a category that training did not have/)
})

test('numbers with a shape', async () => {
  const numbers = rfm.fit({ data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 3, 4, 8, 6, 9], shape: [6, 3] },
    { kernel: 'gaussian', bandwidth: 2, ridge: 0.1, rounds: 0 })
  await agree(numbers.toBytes(), { data: [4, 5, 6, 7], shape: [2, 2] })
  await agree(numbers.toBytes(), { data: new Float32Array([4, 5, 6, 7]), shape: [2, 2], names: ['column_2', 'column_1'] })
})

test('features are answered, also without an encoding', async () => {
  const table = { x: [0.5, 1, 2, 3.5, 4, 5], y: [1, 2, 2, 4, 7, 3] }
  const fitted = rfm.fit(table, { kernel: 'gaussian', bandwidth: 2, ridge: 0.1, rounds: 0 })
  const bare = fitted.toBytes(), view = new DataView(bare.buffer), encoding = view.getUint32(112, true) + 16
  const array = (at, count) => Float32Array.from({ length: count }, (_, k) => view.getFloat32(at + 4 * k, true))
  // lib/docs/FORMAT.md: one column, no categories and classes; mean, factor,
  // fill and target 16 bytes each.
  const behind = encoding + 64 + 32, [mean] = array(behind, 1), [factor] = array(behind + 16, 1)
  const [middle, scale] = array(behind + 48, 2)
  const features = { data: Float32Array.from(table.x, x => Math.fround(x - mean) * factor), shape: [6, 1] }
  const { values } = fitted.predict({ x: table.x })
  view.setBigUint64(16, BigInt(encoding - 16), true)
  view.setBigUint64(112, 0n, true)
  view.setBigUint64(120, 0n, true)
  const cut = bare.slice(0, encoding - 16)
  new DataView(cut.buffer).setUint32(12, Number(`0x${crc(cut.subarray(16))}`), true)
  for (const alone of [await open(fitted.toBytes()), await open(cut)]) {
    const { data, shape } = alone.answerFeatures(features)
    assert.deepEqual(shape, [6, 1])
    assert.deepEqual(Float32Array.from(data, f => Math.fround(middle + Math.fround(scale * f))), values)
  }
  const without = await open(cut)
  assert.throws(() => without.predict({ x: [1] }), refusal('unsupported', /no encoding/))
  assert.throws(() => without.answerFeatures({ data: [1, 2], shape: [1, 2] }), refusal('input', /2 features/))
})

function refusal(code, said) {
  return error => {
    assert.ok(error instanceof RfmError)
    assert.equal(error.code, code)
    assert.match(error.message, said)
    return true
  }
}

test('what cannot be opened or read is refused', async () => {
  const damaged = file.slice()
  damaged[300] ^= 1
  await assert.rejects(open(damaged), refusal('input', /damaged/))
  await assert.rejects(open(file.slice(0, 200)), refusal('input', /incomplete/))
  await assert.rejects(open(new Uint8Array(0)), refusal('input', /not an rfm model/))
  await assert.rejects(open(file, { bytes: new Uint8Array(9) }), refusal('load', /could not be loaded/))
  const alone = await open(file.buffer)
  assert.throws(() => alone.predict('size,colour\n1,red\n'), refusal('unsupported', /CSV text is read by the whole package/))
  assert.throws(() => alone.predict({ size: [1], old: [true], code: [1] }), refusal('input', /'colour'.*not in this table/))
  assert.throws(() => alone.predict([], { coverage: 1 }), refusal('input', /no option 'coverage'/))
})

test('the module may come from elsewhere, compiled or not', async () => {
  const bytes = readFileSync(new URL('../dist/predict.wasm', import.meta.url)), url = new URL('../dist/predict.wasm', import.meta.url)
  for (const options of [{ bytes }, { url }, { module: await WebAssembly.compile(bytes) }])
    assert.deepEqual((await open(file, options)).predict(strange), model.predict(strange))
})

test('batches leave nothing behind', async () => {
  const alone = await open(file), table = rowsOf(500, 5, threeClasses)
  alone.predict(table)
  const { buffer } = alone.exports.memory
  for (let k = 0; k < 200; ++k) alone.predict(table)
  assert.equal(alone.exports.memory.buffer, buffer)
})
