// A row has the same bits in the model that learned from it and where its cells are read again, in
// both modules, as text and as numbers.
import assert from 'node:assert/strict'
import test from 'node:test'
import { open } from 'rfm-wasm/predict'
import { load } from 'rfm-wasm/sync'

const rfm = await load()
const { fround } = Math
const half = 0.5 + 2 ** -25  // between two floats; its shortest text lies above it
const options = { target: 'y', kernel: 'laplace', metric: 'identity', bandwidth: 10, ridge: 0.01 }

/** What a cell is in single precision: text is rounded once, as a number is. */
const hard = [['0.5000000298023224', fround(0.5 + 2 ** -24)], ['16777217.0000000000000000000000001', 16777218],
  ['16777217', 16777216], ['1e-45', fround(1.4e-45)], ['0.1', fround(0.1)], ['-0.50000002980232238769531250', -0.5], ['', NaN]]

/**
 * (n, d) the features of rows of numbers and of yes or no, by the formulas of the
 * encoding in the exported model.
 */
function featuresOf(columns, rows) {
  return rows.flatMap(row => columns.flatMap(({ mean, factor, fill, indicator }, k) => {
    const scaled = (raw, j) => fround(fround(raw - mean[j]) * factor[j])
    const missing = Number.isNaN(row[k])
    return [scaled(missing ? fill : row[k], 0), ...(indicator ? [scaled(missing ? 1 : 0, 1)] : [])]
  }))
}

async function check(table, cells) {
  const model = rfm.fit(table, options), alone = await open(model.toBytes())
  const { encoding, machines: [machine] } =
    JSON.parse(model.toJson(), (_, value) => typeof value === 'number' ? fround(value) : value)
  const x = featuresOf(encoding.columns, cells), d = machine.features
  const kept = machine.centres.flat()
  assert.equal(kept.length, x.length)
  for (let i = 0; i < x.length; ++i)
    assert.ok(Object.is(kept[i], fround(x[i] - machine.origin[i % d])), `feature ${i % d} of row ${Math.floor(i / d)}`)
  const { values } = model.predict(table)
  assert.deepEqual(alone.predict(table).values, values)
  const features = { data: Float32Array.from(x), shape: [cells.length, d] }
  const scale = (mean, factor, output) => fround(mean + fround(factor * output))
  assert.deepEqual(Array.from(alone.answerFeatures(features).data,
    output => scale(encoding.target_mean, encoding.target_scale, output)), Array.from(values))
  model.dispose()
}

test('text', () => {
  const rows = Array.from({ length: 42 }, (_, i) => [hard[i % 7], [`${i % 5}.0000000298023224`, fround(i % 5 + 2 ** -25)],
    i % 3 === 0 ? ['yes', 1] : ['No', 0]])
  rows.forEach(row => { row[1][1] = fround(Number(row[1][0])) })
  const column = k => rows.map(row => row[k][0])
  return check({ a: column(0), b: column(1), c: column(2), y: rows.map((_, i) => i * i % 11) },
    rows.map(row => row.map(cell => cell[1])))
})

test('numbers', () => {
  const cells = Array.from({ length: 40 }, (_, i) => [[half, 0.1, 1, NaN][i % 4], i * i % 17 + half])
  const column = k => Float64Array.from(cells, row => row[k])
  return check({ a: column(0), b: column(1), y: Float64Array.from(cells, (_, i) => i * i % 11) },
    cells.map(row => row.map(fround)))
})
