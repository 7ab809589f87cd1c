// Prediction alone answers with the bits of the whole package, for every kernel and
// task, and refuses what it must.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { open, RfmError } from 'rfm-wasm/predict'
import { load } from 'rfm-wasm/sync'
import { crc } from './support/crc.mjs'
import { random } from './support/tables.mjs'

const rfm = await load()
const colours = ['red', 'green', 'blue', '12', '0.000001', '1e21']

/** Rows with every kind of column; some cells are missing. */
function rowsOf(n, seed, answer) {
  const next = random(seed)
  return Array.from({ length: n }, () => {
    const size = Math.round(next() * 1e4) / 100, colour = colours[Math.floor(next() * 6)], old = next() < 0.5
    const code = [3, 1e-6, 1e21][Math.floor(next() * 3)]
    const made_at = 1.6e9 + Math.floor(next() * seed * 1e8), at = new Date(made_at * 1000 - 5e10)
    const when = next() < 0.1 ? null : next() < 0.5 ? at : `${at.toISOString().slice(0, 10)} 14:30 +0200`
    return { size: next() < 0.1 ? null : size, colour, old, code, when, made_at, y: answer(size, colour, old, code) }
  })
}
const amount = (size, colour, old) => size * (1 + colours.indexOf(colour)) + (old ? 50 : 0)
const threeClasses = (size, colour, old) => (size > 60 ? 'large' : old ? 'old' : 'new')
const twoClasses = (size, colour, old, code) => (code === 3 || size > 50 ? 'yes' : 'no')
const plain = { target: 'y', metric: 'full', rounds: 1, ridge: 0.01, categorical: ['code'] }

/** What prediction alone gives too. */
const withoutNovelties = ({ novelties, ...rest }) => rest

async function agree(file, table, options) {
  const whole = rfm.open(file), alone = await open(file)
  for (const key of ['task', 'target', 'columns', 'classes', 'size']) assert.deepEqual(alone[key], whole[key], key)
  assert.deepEqual(alone.predict(table, options), withoutNovelties(whole.predict(table, options)))
  assert.deepEqual(alone.predict(table), withoutNovelties(whole.predict(table)), 'a second batch')
  whole.dispose()
}

// Every kernel with a bandwidth or an exponent, as the C header lists them.
const header = readFileSync(new URL('../../lib/rfm/c/lists.h', import.meta.url), 'utf8')
const kernels = [...header.matchAll(/rfm_kernel_([a-z]+)(\d*)_f32\(float (L|q, float L|q)\)/g)]
  .map(([, word, number, takes]) => ({ kernel: word + (takes === 'L' ? number : `-${number / 100}`),
    ...(takes.endsWith('L') && { bandwidth: 3 }) }))
assert.equal(kernels.length, 12)
for (const options of [...kernels, { kernel: 'nngp', layers: 3 },
  { kernel: 'ntk', layers: 2, bias: 0.5 }, { kernel: 'lpq', p: 1.5, q: 0.7, bandwidth: 2 }])
  test(`${JSON.stringify(options)}: the answers of the whole package`, async () => {
    const fresh = rowsOf(45, 2, amount)
    for (const [answer, metric] of [[amount, 'full'], [threeClasses, 'diagonal'], [twoClasses, 'identity']]) {
      const model = rfm.fit(rowsOf(70, 1, answer), { ...plain, ...options, metric })
      await agree(model.toBytes(), fresh, { interval: 0.75 })
      model.dispose()
    }
  })

test('classes whose mistakes weigh differently', async () => {
  const table = rowsOf(90, 5, twoClasses), options = { ...plain, kernel: 'laplace', bandwidth: 3 }
  const plainModel = rfm.fit(table, options)
  const careful = rfm.fit(table, { ...options, positive: 'no', cost: 1000 })
  const said = model => model.predict(table).labels.filter(label => label === 'no').length
  assert.ok(said(careful) > said(plainModel), 'a costly class is answered more often')
  await agree(careful.toBytes(), table)
})

test('dates: how they are read, and those behind the training rows', async () => {
  const when = Array.from({ length: 40 }, (_, k) => `${1 + k % 12}/${1 + k * 7 % 28}/2023`)
  const y = when.map(day => Number(day.split('/')[0]) + 0.5)
  const day = { 'first of march': '3/1/2023', 'last of all': '12/31/2023', later: 'May 4, 2024', none: '31/12/2023' }
  const fitted = rfm.fit({ when, y }, { target: 'y', kernel: 'laplace' }), alone = await open(fitted.toBytes())
  assert.deepEqual(rfm.describe({ when, y }).columns[0].kind, 'date')
  const table = { when: Object.values(day) }, answers = fitted.predict(table)
  assert.deepEqual(alone.predict(table), withoutNovelties(answers))
  assert.deepEqual(answers.notes, [
    "column 'when': 1 cell that could not be read, taken as missing, first in row 4",
    "column 'when': 2 cells after 2023-12-22, the last day of training, first in row 2"])
  assert.ok(Math.abs(answers.values[0] - 3.5) < 1.5, String(answers.values[0]))
  fitted.dispose()
})

test('an ensemble, and a model of whole numbers', async () => {
  const model = rfm.fit(rowsOf(80, 3, amount), { target: 'y', kernel: 'laplace', ensemble: 3, categorical: ['code'] })
  assert.ok(model.report().members > 1)
  await agree(model.toBytes(), rowsOf(20, 4, amount))
  const small = rfm.shrink(model, { bytes: Math.round(model.size / 4) })
  await agree(small.toBytes(), rowsOf(20, 4, amount))
})

const model = rfm.fit(rowsOf(70, 1, threeClasses), { ...plain, drop: ['when', 'made_at'], kernel: 'laplace', bandwidth: 3 })
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

test('cells as people write them', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    price: i % 9 === 4 ? 'None' : `$${(1 + i % 7)},${String(100 + i * 13 % 900)}.${String(10 + i % 80)}`,
    town: ['York', 'YORK ', 'Hull'][i % 3], time: `${i % 5}:${String(i % 60).padStart(2, '0')}:30`, y: i * 17 % 41 + 0.5
  }))
  const { findings } = rfm.describe(rows, { target: 'y' })
  assert.deepEqual(findings.map(({ what, column }) => `${what} ${column}`),
    ['notation price', 'missing price', 'folded town', 'notation time'])
  assert.equal(findings[0].words, "column 'price': numbers with the unit '$'")
  const model = rfm.fit(rows, { ...plain, categorical: [] })
  assert.deepEqual(model.report().history.findings, findings)
  const file = model.toBytes()
  model.dispose()
  const given = [{ price: '$1,234.50', town: 'york', time: '1:02:03' }, { price: '1234.5', town: 'YORK', time: '1:02:03' },
    { price: 'None', town: 'hull', time: '' }, { price: '€5', town: 'Bath', time: 'x' }]
  await agree(file, given)
  const alone = await open(file)
  const { values } = alone.predict(given)
  assert.equal(values[0], values[1])
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
    assert.deepEqual((await open(file, options)).predict(strange), withoutNovelties(model.predict(strange)))
})

test('batches leave nothing behind', async () => {
  const alone = await open(file), table = rowsOf(500, 5, threeClasses)
  alone.predict(table)
  const { buffer } = alone.exports.memory
  for (let k = 0; k < 200; ++k) alone.predict(table)
  assert.equal(alone.exports.memory.buffer, buffer)
})

test('names that are no UTF-8 are refused, as by the whole package', async () => {
  const file = Buffer.from(model.toBytes())
  for (const name of ['large', 'size']) {  // a class, a column
    const changed = Buffer.from(file)
    changed[changed.indexOf(name) + 1] = 0xff
    changed.writeUInt32LE(parseInt(crc(changed.subarray(16, Number(changed.readBigUInt64LE(16)))), 16), 12)
    await assert.rejects(open(changed), refusal('input', /damaged/))
    assert.throws(() => rfm.open(changed), refusal('input', /damaged/))
  }
})
