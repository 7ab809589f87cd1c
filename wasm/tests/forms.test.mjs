// The same table in every form that people have gives the same model, and answers the same; what is
// no table is refused with the place and what was there.
import assert from 'node:assert/strict'
import test from 'node:test'
import { load, RfmError } from 'rfm-wasm'
import { open } from 'rfm-wasm/predict'
import { load as loadSync } from 'rfm-wasm/sync'

const rfm = await load(), sync = await loadSync()
const size = Array.from({ length: 40 }, (_, k) => k * 13 % 37 + 0.5), rooms = size.map((_, k) => 1 + k * 7 % 5)
const town = size.map((_, k) => ['York', 'Hull', null][k % 3]), price = size.map((s, k) => s * rooms[k] + (k % 3))
const columns = { size, rooms, town, price }
const rows = size.map((_, k) => ({ size: size[k], rooms: rooms[k], town: town[k], price: price[k] }))
const csv = ['size,rooms,town,price', ...rows.map(row => Object.values(row).map(cell => cell ?? '').join(','))].join('\n')
const options = { target: 'price', kernel: 'gaussian', rounds: 1, onWarning: () => {} }
const expected = sync.fit(columns, options).toBytes()

class House {
  constructor(row) { Object.assign(this, row) }
  get area() { return { of: this.size } }
}
/** As Vue and MobX wrap what they watch. */
const watched = value => typeof value !== 'object' || value === null ? value
  : new Proxy(value, { get: (target, key) => watched(Reflect.get(target, key)) })
const arrow = {
  numRows: 40, schema: { fields: Object.keys(columns).map(name => ({ name, type: { typeId: 3 } })) },
  getChild: name => ({ *[Symbol.iterator]() { yield* columns[name] } })
}

/** What prediction alone gives too. */
const withoutNovelty = ({ novelty, novelties, ...rest }) => rest

const forms = {
  rows, columns, csv, arrow, 'CSV in bytes': new TextEncoder().encode(csv), 'instances of a class': rows.map(row => new House(row)),
  'a proxy of rows': watched(rows), 'a proxy of columns': watched(columns), 'rows as Maps': rows.map(row => new Map(Object.entries(row))),
  'columns in a Map': new Map(Object.entries(columns)), 'columns by that name': { columns },
  'rows of a generator': { *[Symbol.iterator]() { yield* rows } },
  'typed arrays and big integers': { size: Float32Array.from(size), rooms: BigInt64Array.from(rooms, BigInt), town, price }
}
for (const [name, table] of Object.entries(forms)) {
  test(`the same model from ${name}`, async () => {
    assert.deepEqual(sync.fit(table, options).toBytes(), expected)
    const model = await rfm.fit(table, options)
    assert.deepEqual(model.toBytes(), expected)
    const answers = model.predict(columns)
    assert.deepEqual(model.predict(table), answers)
    if (!['csv', 'CSV in bytes'].includes(name)) assert.deepEqual((await open(expected)).predict(table), withoutNovelty(answers))
  })
}

const blob = new Blob([csv])
for (const [name, source] of Object.entries({
  'a Blob': () => blob, 'a File': () => new File([csv], 'houses.csv'), 'a Response': () => new Response(csv),
  'a promise of one': () => Promise.resolve(new Response(csv)), 'CSV in a Blob': () => ({ csv: blob, delimiter: ',' })
})) test(`the same model from ${name}`, async () => {
  assert.deepEqual((await rfm.fit(source(), options)).toBytes(), expected)
  assert.equal((await rfm.describe(source(), { target: 'price' })).rows, 40)
})
test('a page that is not there is no table', () =>
  assert.rejects(rfm.fit(new Response('', { status: 404 }), options), { code: 'input', message: /404/ }))
test('what must be waited for is refused where nothing waits', () =>
  assert.throws(() => sync.fit(blob, options), { code: 'input', message: /await/ }))

test('options may stand beside the columns', () =>
  assert.deepEqual(sync.fit({ columns, ...options }).toBytes(), expected))

test('x and y: arrays, typed arrays, strides', async () => {
  const x = size.map((s, k) => [s, rooms[k]]), given = { kernel: 'gaussian', rounds: 1 }
  const { data } = { data: Float64Array.from([...size, ...rooms]) }
  const first = sync.fit(x, price, given), wanted = first.toBytes()
  for (const other of [
    x.map(row => Float32Array.from(row)), { data: x.flat(), shape: [40, 2] }, { data, shape: [40, 2], strides: [1, 40] },
    { data, shape: [40, 2], stride: [1, 40] }, { data: [9, ...x.flat()], shape: [40, 2], strides: [2, 1], offset: 1 }
  ]) {
    const model = await rfm.fit(other, Float64Array.from(price), given)
    assert.deepEqual(model.toBytes(), wanted)
    assert.deepEqual(model.predict(other).values, first.predict(x).values)
    assert.deepEqual((await open(wanted)).predict(other).values, first.predict(x).values)
  }
  assert.equal(sync.fit(size, price, given).predict([3, 4]).rows, 2)
  assert.throws(() => sync.fit({ data, shape: [40, 2], strides: [2, 40] }, price), { code: 'input', message: /shape/ })
  assert.throws(() => sync.fit([[1, 2], [3]], [1, 2]), { code: 'input', row: 2, message: /row 2 has 1 cells/ })
})

test('dates, true and false, and missing cells of every kind', () => {
  const garden = size.map((_, k) => [true, false, null, undefined][k % 4])
  const seen = sync.describe({ garden, when: size.map((_, k) => new Date(Date.UTC(2024, k % 12, 1))), price }, { preview: 2 })
  assert.deepEqual(seen.preview[0].slice(0, 2), ['true', '2024-01-01T00:00:00.000Z'])
  assert.equal(seen.columns[0].kind, 'yes/no')
  assert.equal(seen.columns[0].missing, 20)
})

for (const [what, table, words, place] of [
  ['a cell that is an object', [{ a: 1, b: 2 }, { a: { lat: 1 }, b: 3 }], /row 2 of column 'a' holds an object, \{"lat":1\}/, { row: 2, key: 'a' }],
  ['a cell that is a function', { a: [1, 2], b: [3, () => 1] }, /row 2 of column 'b' holds a function/, { row: 2, key: 'b' }],
  ['a row that is null', [{ a: 1 }, null], /row 2 is null, not an object/, { row: 2 }],
  ['a column that is none', { a: [1], b: 'words' }, /column 'b' is not an array: it is string words/, { key: 'b' }],
  ['no table', null, /this is null/, {}]
]) test(`refused with its place: ${what}`, async () => {
  const error = await rfm.fit(table, { target: 'b' }).catch(error => error)
  assert.ok(error instanceof RfmError)
  assert.equal(error.code, 'input')
  assert.match(error.message, words)
  assert.deepEqual({ ...error }, { code: 'input', ...place })
  assert.match(error.stack, /forms\.test\.mjs/)
})

test('nothing vanishes silently', async () => {
  const said = []
  const id = size.map((_, k) => `house ${k}`), same = size.map(() => 1), asked = size.map((_, k) => k % 7)
  const model = await rfm.fit({ id, same, asked, ...columns },
    { ...options, drop: ['asked'], onWarning: (words, dropped) => said.push([dropped.column, words]) })
  assert.deepEqual(model.dropped.map(({ column }) => column), ['id', 'same', 'asked'])
  assert.deepEqual(said.map(([column]) => column), ['id', 'same'])
  assert.match(said[0][1], /column 'id' is not used: an identifier.*the option categorical/)
  assert.match(model.dropped[1].reason, /constant/)
  assert.deepEqual(rfm.open(model.toBytes()).dropped, model.dropped)
})

test('a permutation of 1..n is no identifier, and a lone predictor is never left out', async () => {
  const hours = Array.from({ length: 30 }, (_, k) => 1 + k * 11 % 30)
  const mark = hours.map(h => 2 * h + h % 3)
  for (const table of [{ hours, mark }, { hours, slept: hours.map(h => h % 5), mark }]) {
    const model = await rfm.fit(table, { target: 'mark' })
    assert.deepEqual(model.dropped, [])
    assert.ok(model.evaluate(table).r2 > 0.9)
  }
  const x = Array.from({ length: 100 }, (_, k) => k)
  assert.ok((await rfm.fit({ x, y: x.map(k => Math.sin(k / 10)) })).report().history.cross_validated.r2 > 0.9)
})

test('one row has one answer, by the task of the model', async () => {
  const model = sync.fit(columns, options), alone = await open(expected)
  const { values, intervals } = model.predict([rows[3]])
  for (const answering of [model, alone]) {
    const answer = answering.predict(rows[3])
    assert.deepEqual(withoutNovelty(answer), { task: 'regression', value: values[0], interval: [...intervals], notes: [] })
  }
  const classes = sync.fit({ size, rooms, town: town.map(t => t ?? 'Leeds') }, { target: 'town', onWarning: () => {} })
  const answer = classes.predict({ size: 3, rooms: 2 }), alike = (await open(classes.toBytes())).predict({ size: 3, rooms: 2 })
  assert.deepEqual(withoutNovelty(answer), alike)
  assert.deepEqual(Object.keys(answer.probabilities), classes.classes)
  assert.equal(answer.probabilities[answer.label], Math.max(...Object.values(answer.probabilities)))
  assert.throws(() => model.predict({ size: 3 }), { code: 'input', message: /rooms/ })
})

test.after(() => rfm.dispose())
