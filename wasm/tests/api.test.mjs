// What the same-thread interface promises: tables in every form, answers, facts, exports, errors.
import assert from 'node:assert/strict'
import test from 'node:test'
import { load, RfmError } from 'rfm-wasm/sync'
import { noise, tables } from './support/tables.mjs'

const rfm = await load()
const byName = Object.fromEntries(tables.map(([name, csv, options]) => [name, { csv, options }]))
const { csv, options } = byName['mixed cells']
const model = rfm.fit(csv, options)
const classes = rfm.fit(byName['three classes'].csv, byName['three classes'].options)

const cells = csv.trimEnd().split('\n').slice(1).map(line => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)
  .slice(0, 5).map(cell => cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"')))
const names = ['size', 'colour', 'old', 'weight', 'answer']
const number = text => (text === 'NA' || text === '' ? null : Number(text))
const rows = cells.map(([size, colour, old, weight, answer]) =>
  ({ size: number(size), colour, old: old === 'yes', weight: number(weight), answer: number(answer) }))
const columns = Object.fromEntries(names.map(name => [name, rows.map(row => row[name])]))

const refusal = (code, words) => error => {
  assert.ok(error instanceof RfmError)
  assert.equal(error.code, code)
  assert.match(error.message, words)
  return true
}

test('rows, columns and CSV give the same answers', () => {
  const expected = model.predict(csv).values
  assert.equal(expected.length, rows.length)
  for (const table of [{ csv }, { csv: new TextEncoder().encode(csv) }, columns, rows])
    assert.deepEqual(model.predict(table).values, expected)
})

test('numbers with a shape train and predict', () => {
  const data = noise(60, 4, 9)
  const shaped = { data, shape: [60, 4] }
  const fitted = rfm.fit(shaped, { kernel: 'gaussian', metric: 'diagonal', rounds: 1 })
  assert.equal(fitted.target, 'column_4')
  const features = Float32Array.from({ length: 180 }, (_, i) => data[Math.floor(i / 3) * 4 + (i % 3)])
  assert.deepEqual(fitted.predict({ data: features, shape: [60, 3] }).values, fitted.predict(shaped).values)
})

test('intervals are around the answers and wider for more', () => {
  const narrow = model.predict(rows, { interval: 0.5 }), wide = model.predict(rows, { interval: 0.95 })
  narrow.values.forEach((value, i) => {
    assert.ok(wide.intervals[2 * i] <= narrow.intervals[2 * i] && narrow.intervals[2 * i] < value)
    assert.ok(wide.intervals[2 * i + 1] >= narrow.intervals[2 * i + 1])
  })
})

test('novelty says what is unlike the training rows, of one row and of many', () => {
  const { novelties } = model.predict(rows), one = model.predict(rows[3])
  assert.equal(novelties.length, rows.length)
  assert.ok(novelties.every(novelty => novelty >= 0 && novelty <= 1))
  assert.equal(one.novelty, novelties[3])
  assert.equal(model.predict({ ...rows[3], size: 1e6 }).novelty, 1)
  assert.ok(classes.predict(byName['three classes'].csv).novelties.length > 0)
})

test('probabilities add up, and the largest is the label', () => {
  const { values, labels, probabilities, rows: n } = classes.predict(byName['three classes'].csv)
  assert.deepEqual(classes.classes, ['a', 'b', 'c'])
  for (let i = 0; i < n; ++i) {
    const p = probabilities.subarray(3 * i, 3 * i + 3)
    assert.ok(Math.abs(p[0] + p[1] + p[2] - 1) < 1e-5)
    assert.equal(p[values[i]], Math.max(...p))
    assert.equal(labels[i], classes.classes[values[i]])
  }
})

test('strange cells are told', () => {
  const { notes } = model.predict([{ ...rows[0], colour: 'mauve', size: 'large' }])
  assert.equal(notes.length, 2)
  assert.match(notes.join(), /size.*could not be read/)
})

test('evaluate scores labelled rows', () => {
  assert.ok(model.evaluate(csv).r2 > 0.9)
  const { rows: n, accuracy, confusion } = classes.evaluate(byName['three classes'].csv)
  assert.equal(n, 110)
  assert.equal(confusion.flat().reduce((a, b) => a + b), 110)
  assert.ok(Math.abs(accuracy - (confusion[0][0] + confusion[1][1] + confusion[2][2]) / 110) < 1e-9)
})

test('permutation: columns are worth what they tell, those that tell the same together', () => {
  const draw = k => (k * 0.618034 + Math.sin(k)) % 1
  const made = Array.from({ length: 200 }, (_, k) => {
    const much = draw(k), some = draw(k + 0.37), nothing = draw(k + 0.71)
    return { much, twin: much + 0.01 * draw(3 * k), some, nothing, y: 4 * much + some }
  })
  const learned = rfm.fit(made.slice(0, 120), { target: 'y', budget: 0.5 }), kept = made.slice(120)
  const found = learned.permutation(kept)
  assert.deepEqual(found.map(({ columns }) => columns.length).sort(), [1, 1, 2])
  assert.deepEqual([...found[0].columns].sort(), ['much', 'twin'])
  assert.ok(found[0].fall > 1 && found[0].spread > 0)
  assert.ok(found[0].fall > found[1].fall && found[1].fall > found[2].fall)
  assert.deepEqual(found[2].columns, ['nothing'])
  assert.ok(Math.abs(found[2].fall) < 0.02)
  assert.deepEqual(learned.permutation(kept, ['twin', 'much']), [{ ...found[0], columns: ['twin', 'much'] }])
  assert.throws(() => learned.permutation(kept, ['none']), { message: /no column 'none'/ })
  assert.throws(() => learned.permutation(kept.map(({ y, ...row }) => row)), { code: 'input', message: /y/ })
})

test('explanations add up to the difference from the average row', () => {
  const average = Object.fromEntries(model.columns.map(name => [name, undefined]))
  const { value, pushes } = model.explain(rows[0])
  assert.equal(value, model.predict([rows[0]]).values[0])
  assert.equal(pushes.length, model.columns.length)
  assert.ok(pushes.every((push, k) => k === 0 || Math.abs(push.push) <= Math.abs(pushes[k - 1].push)))
  assert.ok(Number.isFinite(model.explain(average).value))
})

test('importances add up, M is symmetric, its directions are its eigenvectors', () => {
  const shares = model.importances().map(({ share }) => share)
  assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 1) < 1e-4)
  const { values, size, features } = model.matrix()
  assert.equal(features.length, size)
  for (let i = 0; i < size; ++i) for (let j = 0; j < i; ++j) assert.equal(values[i * size + j], values[j * size + i])
  const [first, second] = model.directions(2)
  assert.ok(first.share >= second.share && second.share >= 0)
  const image = Array.from({ length: size }, (_, i) => first.weights.reduce((sum, w, j) => sum + w * values[i * size + j], 0))
  const eigenvalue = image.reduce((sum, v, i) => sum + v * first.weights[i], 0)
  image.forEach((v, i) => assert.ok(Math.abs(v - eigenvalue * first.weights[i]) < 1e-3 * eigenvalue))
})

test('the report has the facts and the history', () => {
  const report = model.report()
  assert.equal(report.type, 'float32')
  assert.equal(report.target, 'answer')
  assert.equal(report.history.rows, 90)
  assert.equal(report.history.portable, true)
  assert.equal(report.bytes.file, model.size)
})

test('bytes open as the same model', () => {
  const again = rfm.open(model.toBytes())
  assert.deepEqual(again.predict(rows).values, model.predict(rows).values)
  again.dispose()
})

test('damaged bytes are refused', () => {
  const bytes = model.toBytes()
  bytes[200] ^= 1
  assert.throws(() => rfm.open(bytes), refusal('input', /checksum|damaged/i))
  assert.throws(() => rfm.open(new Uint8Array(10)), refusal('input', /model/))
  assert.throws(() => rfm.open(new Uint8Array(0)), refusal('input', /model/))
})

test('a model in 64-bit numbers is refused in words', () => {
  const bytes = model.toBytes()
  assert.equal(bytes[24], 4)
  bytes[24] = 8
  assert.throws(() => rfm.open(bytes), refusal('input', /64-bit numbers.*without --float64/))
})

test('C, JSON and ONNX leave the model', () => {
  assert.match(model.toC('house'), /house_predict/)
  assert.throws(() => model.toC('1 2'), refusal('input', /name/))
  assert.equal(typeof JSON.parse(model.toJson()), 'object')
  assert.ok(model.toOnnx().length > 500)
})

test('shrink makes a smaller model that remembers its origin', () => {
  const bytes = Math.floor(model.size / 3), small = rfm.shrink(model, { bytes })
  assert.ok(small.size <= bytes)
  assert.equal(small.target, 'answer')
  assert.equal(small.report().history.shrunk_from_bytes ?? model.size, model.size)
  assert.ok(small.importances().length > 0)
  assert.throws(() => rfm.shrink(model, { bytes: 10 }), refusal('input', /\d/))
})

test('describe tells what each column is', () => {
  const facts = rfm.describe(csv, { target: 'answer', preview: 3 })
  assert.equal(facts.rows, 90)
  assert.equal(facts.task, 'regression')
  assert.deepEqual(facts.columns.map(c => c.kind), ['number', 'category', 'yes/no', 'number', 'number'])
  assert.equal(facts.columns[4].role, 'target')
  assert.equal(facts.preview.length, 3)
  assert.ok(facts.bytesToTrain > 1e5)
})

test('sizes are those of the C interface', () => {
  const { data, model: bytes, workspace, train, predict } = rfm.sizes({ rows: 200, columns: 10 })
  assert.equal(data, 200 * 11 * 4)
  assert.equal(train, data + bytes + workspace)
  assert.ok(predict > 0)
  assert.throws(() => rfm.sizes({ rows: 1e9, columns: 1e6 }), refusal('input', /32-bit/))
  assert.throws(() => rfm.sizes({ rows: 10, columns: 2, metric: 'round' }), refusal('input', /metric/))
})

test('rounds show learning, and round 0 has learned nothing', () => {
  const x = noise(80, 3, 11)
  const y = Array.from({ length: 80 }, (_, i) => x[3 * i] ** 2)
  const at = { data: [0, 0, 0, 0.5, 0, 0], shape: [2, 3] }
  const seen = [...rfm.rounds({ data: x, shape: [80, 3] }, y, { rounds: 3, at })]
  assert.deepEqual(seen.map(r => r.round), [0, 1, 2, 3])
  assert.deepEqual([...seen[0].diagonal], [1, 1, 1])
  assert.ok(seen[3].diagonal[0] > 10 * seen[3].diagonal[1])
  assert.ok(seen[3].heldOut.r2 > seen[0].heldOut.r2)
  assert.equal(seen[3].answers.length, 2)
  assert.equal(seen[3].matrix.length, 9)
})

test('a row of weight 0 is as if it were not there', () => {
  const x = noise(60, 2, 12), columns = rows => ({
    a: rows.map(i => x[2 * i]), b: rows.map(i => x[2 * i + 1]), weight: rows.map(i => i < 50 ? 1 + i % 3 : 0),
    y: rows.map(i => i < 50 ? x[2 * i] ** 2 : 1e6)
  })
  const all = Array.from({ length: 60 }, (_, i) => i), counted = all.slice(0, 50)
  const fixed = { target: 'y', weights: 'weight', kernel: 'laplace', bandwidth: 2, ridge: 0.01, rounds: 2, metric: 'full' }
  const diagonals = rows => [...rfm.rounds(columns(rows), fixed)].map(round => [...round.diagonal])
  assert.deepEqual(diagonals(all), diagonals(counted))
  const answers = rows => [...rfm.fit(columns(rows), fixed).predict(columns(counted)).values]
  assert.deepEqual(answers(all), answers(counted))
  assert.throws(() => [...rfm.rounds(columns(all.slice(50)), fixed)], refusal('input', /row/))
})

test('a signal aborted from onProgress stops the fit', () => {
  const control = new AbortController()
  const onProgress = () => control.abort(new Error('enough'))
  assert.throws(() => rfm.fit(csv, { target: 'answer', signal: control.signal, onProgress }), refusal('aborted', /aborted/))
})

test('a signal with keepBest ends the search alone', () => {
  const control = new AbortController()
  const kept = rfm.fit(csv, { target: 'answer', signal: control.signal, keepBest: true, onProgress: () => control.abort() })
  assert.equal(kept.report().history.search.end, 'interrupted')
  assert.ok(kept.evaluate(csv).r2 > 0.5)
  assert.throws(() => rfm.fit(csv, { signal: AbortSignal.abort(), keepBest: true }), refusal('aborted', /aborted/))
})

test('disposing twice is allowed, using afterwards is not', () => {
  const gone = rfm.open(model.toBytes())
  gone.dispose()
  gone.dispose()
  assert.ok(gone.disposed)
  assert.throws(() => gone.predict(rows), refusal('disposed', /disposed/))
})

for (const [what, table, given, code, words] of [
  ['an option that does not exist', csv, { bandwith: 3 }, 'input', /no option 'bandwith'/],
  ['a number that is none', csv, { ridge: 'much' }, 'input', /option ridge.*much/],
  ['a kernel that is none', csv, { kernel: 'cubic' }, 'input', /option kernel.*laplace/],
  ['q above p', csv, { kernel: 'lpq', p: 1, q: 1.5 }, 'input', /q <= p/],
  ['layers without a network', csv, { kernel: 'laplace', layers: 2 }, 'input', /option layers: goes with kernel nngp or ntk/],
  ['an option of the command line', csv, { solver: 'direct' }, 'input', /no option 'solver'/],
  ['centreGradients that are no truth', csv, { centreGradients: 'perhaps' }, 'input', /option centreGradients: 'perhaps'/],
  ['a share that leaves nothing', csv, { test: 1 }, 'input', /option test: '1' is not a number from 0 to 0.9/],
  ['a function for an option', csv, { ridge: () => 1 }, 'input', /option ridge/],
  ['a column that does not exist', csv, { target: 'price' }, 'input', /no column 'price'/],
  ['ragged CSV', 'a,b\n1,2\n3,4,5\n', {}, 'input', /line 3/],
  ['columns of different lengths', { a: [1, 2], b: [1] }, {}, 'input', /'b' has 1 rows/],
  ['a wrong shape', { data: [1, 2, 3], shape: [2, 2] }, {}, 'input', /shape/],
  ['cells that are objects', { a: [{}, {}], b: [1, 2] }, {}, 'input', /row 1 of column 'a'/],
  ['no table at all', 7, {}, 'input', /a table is/],
  ['a limit that is too low', csv, { memoryLimit: 1000 }, 'too-large', /MB/]
]) test(`refused: ${what}`, () => assert.throws(() => rfm.fit(table, given), refusal(code, words)))

test('older words of options mean what the new ones do, and the order of options means nothing', () => {
  const table = byName['mixed cells'].csv
  const same = (...wishes) => {
    const files = wishes.map(wish => rfm.fit(table, { target: 'answer', metric: 'diagonal', bandwidth: 4, ...wish }).toBytes())
    for (const file of files) assert.deepEqual(file, files[0])
  }
  same({ kernel: 'laplace', rounds: 1, members: 2 }, { kernel: 'laplace', iterations: 1, ensemble: 2 })
  same({ kernel: 'lpq', p: 1, q: 0.5, rounds: 0 }, { rounds: 0, q: 0.5, p: 1, kernel: 'lpq' }, { kernel: 'lpq-1-0.5', rounds: 0 })
  same({ kernel: 'laplace', rounds: 1, ridge: 'auto' }, { kernel: 'laplace', rounds: 1 })
  const { chosen, members, ensemble } =
    rfm.fit(table, { target: 'answer', kernel: 'laplace', rounds: 1, members: 2 }).report().history
  assert.equal(chosen.rounds, 1)
  assert.equal(chosen.iterations, 1)
  assert.equal(members.length, 2)
  assert.deepEqual(ensemble, members)
})

test('places come with the words', () => {
  assert.throws(() => rfm.fit('a,b\n1,2\n3,4,5\n'), error => error.line === 3)
  assert.throws(() => rfm.fit(csv, { memoryLimit: 1000 }), error => error.bytesNeeded > 100000)
})
