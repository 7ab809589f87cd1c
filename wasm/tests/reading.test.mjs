// Tables as people have them are read as the program reads them: any charset, separators, decimal commas, titles.
import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'rfm-wasm/sync'

const rfm = await load()
const lines = Array.from({ length: 24 }, (_, k) => [k % 5, 'K\u00f6ln', `${k * 7 % 31}.5`])
const clean = ['rooms,town,price', ...lines.map(cells => cells.join(','))].join('\n')
const odd = ['Houses;;', 'rooms;town;price', ...lines.map(cells => cells.join(';').replace('.', ',')), 'Source: the town'].join('\r\n')
const bytes = { utf8: Buffer.from(odd), utf16: Buffer.from(`\ufeff${odd}`, 'utf16le'), latin: Buffer.from(odd, 'latin1') }
const options = { kernel: 'gaussian', rounds: 1 }
const expected = rfm.fit(clean, options).predict(clean).values

for (const [name, csv] of Object.entries({ text: odd, ...bytes }))
  test(`a spreadsheet's table as ${name}`, () => {
    const table = { csv: typeof csv === 'string' ? csv : new Uint8Array(csv) }
    assert.deepEqual(rfm.fit(table, options).predict(clean).values, expected)
  })

test('header and delimiter can be given', () => {
  const rows = '1.5,2\n2.5,1\n3.25,4\n'
  assert.equal(rfm.fit({ csv: rows, header: true }, { kernel: 'gaussian' }).target, '2')
  assert.equal(rfm.fit({ csv: rows + rows, header: false }, { kernel: 'gaussian' }).target, 'column_2')
  assert.equal(rfm.fit({ csv: rows + rows }, { kernel: 'gaussian' }).target, 'column_2')
  assert.equal(rfm.fit({ csv: 'a,b;c\n1,2;3\n4,7;5\n', delimiter: ';' }, { kernel: 'gaussian' }).target, 'c')
})

test('rows without a target are left out of fits and scores', () => {
  const gaps = `${clean}\n3,Hull,\n2,Hull,NA\n`
  const model = rfm.fit(gaps, options)
  assert.deepEqual(model.predict(clean).values, expected)
  assert.equal(model.evaluate(gaps).rows, lines.length)
})

test('a preview is drawn evenly, as it is written and as it is read', () => {
  const csv = 'day,size,old\n' + Array.from({ length: 100 }, (_, k) => `0${1 + k % 9}.02.2024,"${k},5 kg",${k % 2 ? 'yes' : '?'}\n`).join('')
  const { columns, preview, read } = rfm.describe({ csv: `${csv}02.02.2024,oak,no\n` }, { target: 'size', preview: 4 })
  assert.deepEqual(preview.map(row => row[1]), ['0,5 kg', '25,5 kg', '50,5 kg', '75,5 kg'])
  assert.deepEqual(columns.map(column => column.kind), ['date', 'number', 'yes/no'])
  assert.deepEqual(read, [[1, 8, 6, 4].map(day => Date.UTC(2024, 1, day) / 1000), [0.5, 25.5, 50.5, 75.5], [null, 1, null, 1]])
})
