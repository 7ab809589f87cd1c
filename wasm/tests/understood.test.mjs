// Tables as people have them are taken for the same by the package and by the program.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { load } from 'rfm-wasm/sync'
import { crc } from './support/crc.mjs'
import { summary, tablesOfPeople } from './support/understood.mjs'

const rfm = await load()
const known = JSON.parse(readFileSync(new URL('support/understood.json', import.meta.url), 'utf8'))
const bytesOf = name => new Uint8Array(readFileSync(new URL(name, tablesOfPeople)))

function understood(csv) {
  try {
    return summary(rfm.describe({ csv }))
  } catch (error) {
    return error.message
  }
}

test('each table of tests/tables was recorded', () =>
  assert.deepEqual(Object.keys(known), readdirSync(tablesOfPeople).sort()))

for (const [name, digest] of Object.entries(known))
  test(`${name} is taken for what the program takes it for`, () => {
    const words = understood(bytesOf(name))
    assert.equal(crc(new TextEncoder().encode(words)), digest, words)
  })

test('the decimal mark can be said, and what was found is kept', () => {
  const bytes = bytesOf('ambiguous_points.csv'), size = table => rfm.describe(table).findings.filter(f => f.column === 'size')
  assert.deepEqual(size({ csv: bytes }).map(f => f.what), ['ambiguous marks'])
  assert.deepEqual(size({ csv: bytes, decimal: '.' }), [])
  assert.deepEqual(size({ csv: bytes, decimal: ',' }).map(f => f.what), ['notation'])
  const model = rfm.fit({ csv: bytes, decimal: ',' }, { kernel: 'laplace', rounds: 1 })
  assert.deepEqual(model.report().history.findings.map(f => f.what).slice(0, 1), ['separator'])
  model.dispose()
})
