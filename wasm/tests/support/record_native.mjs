// Records what the native program makes of the tables of the tests:
// `node tests/support/record_native.mjs PROGRAM`, where PROGRAM is bin/rfm of any preset. Writes
// native.json beside it, which equality.test.mjs compares with, and what it takes the tables of
// tests/tables for, which understood.test.mjs compares with.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc } from './crc.mjs'
import { tables } from './tables.mjs'
import { summary, tablesOfPeople } from './understood.mjs'

const program = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'rfm-'))
const run = words => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** The answers of `rfm predict` as float32: values, or probabilities of all classes. */
function answers(model, table) {
  const classes = JSON.parse(run(['inspect', model, '--json'])).classes
  const words = classes === undefined ? [] : ['--probabilities']
  const lines = run(['predict', model, table, '--portable', '--digits', 'full', ...words]).trimEnd().split('\n')
  const width = classes?.length ?? 1
  return Float32Array.from(lines.slice(1).flatMap(line => line.split(',').slice(-width).map(Number)))
}

const recorded = {}
for (const [name, csv, options] of tables) {
  const table = join(folder, 'table.csv'), model = join(folder, 'model.rfm')
  writeFileSync(table, csv)
  const words = Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)])
  run(['train', table, '--portable', '-o', model, ...words])
  const file = readFileSync(model)
  recorded[name] = { bytes: file.length, model: crc(file), answers: crc(new Uint8Array(answers(model, table).buffer)),
    novelties: crc(new Uint8Array(novelties(model, table).buffer)) }
  console.log(name, recorded[name])
}

/** How unlike the training rows each row is, by `rfm predict --novelty`. */
function novelties(model, table) {
  const lines = run(['predict', model, table, '--portable', '--digits', 'full', '--novelty']).trimEnd().split('\n')
  return Float32Array.from(lines.slice(1).map(line => Number(line.split(',').at(-1))))
}

/** What `rfm look` takes a table for, or why it refuses it. */
function understood(path) {
  try {
    return summary(JSON.parse(execFileSync(program, ['look', path, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })))
  } catch (error) {
    if (error.status !== 1) throw error
    return error.stderr.trim().replace(/^rfm: /, '').replace(`'${path}': `, '')
  }
}

const known = {}
for (const name of readdirSync(tablesOfPeople).sort()) {
  const words = understood(new URL(name, tablesOfPeople).pathname)
  known[name] = crc(new TextEncoder().encode(words))
}
rmSync(folder, { recursive: true })
writeFileSync(new URL('understood.json', import.meta.url), JSON.stringify(known, null, 2) + '\n')
writeFileSync(new URL('native.json', import.meta.url), JSON.stringify(recorded, null, 2) + '\n')
