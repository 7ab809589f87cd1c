// Relaxed SIMD: trains and answers as the ordinary build but for rounding, in Chromium and in Node; an engine without it gets the
// ordinary build, and whoever did not ask for it the recorded bits.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'rfm-wasm'
import { load as loadSync } from 'rfm-wasm/sync'
import { standardised } from '../relaxed_simd.mjs'
import { crc } from './crc.mjs'
import { browser, serve, visit } from './serving.mjs'
import { noise, tables } from './tables.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))
const native = JSON.parse(readFileSync(new URL('native.json', import.meta.url), 'utf8'))
const module = new URL('../dist/rfm-relaxed.wasm', import.meta.url)
const runsHere = WebAssembly.validate(readFileSync(module))
const [name, csv, options] = tables[3]

// A wave and a product in 6 columns; 350 rows to learn from, 150 to judge by.
const x = noise(500, 6, 11)
const lines = Array.from({ length: 500 }, (_, i) => {
  const row = Array.from(x.subarray(6 * i, 6 * i + 6))
  return [...row, (Math.sin(3 * row[0]) + row[1] * row[2]).toFixed(5)].join(',')
})
const table = (first, end) => ['a,b,c,d,e,f,y', ...lines.slice(first, end)].join('\n') + '\n'
const fixed = { target: 'y', kernel: 'laplace', metric: 'full', rounds: 3, bandwidth: 5, ridge: 0.01 }
const given = [table(0, 350), table(350, 500), fixed]

function check(facts) {
  assert.deepEqual(facts.relaxed, [false, true])
  const [expected, found] = facts.r2
  assert.ok(expected > 0.9 && Math.abs(expected - found) < 1e-4, `R2 ${expected}, relaxed ${found}`)
  assert.ok(facts.apart < 1e-3, `answers ${facts.apart} apart`)
  assert.ok(facts.openedApart < 1e-3, `answers of the opened model ${facts.openedApart} apart`)
  assert.equal(facts.sizes[0], facts.sizes[1])
  assert.deepEqual(facts.importances.sort(), ['a', 'b', 'c'])
  assert.equal(facts.rounds, 2)
  assert.notEqual(crc(facts.files[0]), crc(facts.files[1]), 'it is the ordinary build after all')
}

test('Chromium: as good as the ordinary build, and its models are those of the ordinary build', async () => {
  const server = await serve(folder, { page: '<!doctype html><title>x</title>' }), chromium = await browser()
  try {
    const { page, complaints } = await visit(chromium, server.url)
    check(await page.evaluate(async given => {
      const { load } = await import('/dist/index.js'), { relaxedFacts } = await import('/tests/relaxed_facts.mjs')
      return relaxedFacts(load, ...given)
    }, given))
    assert.deepEqual(complaints, [])
  } finally {
    await chromium.close()
    server.close()
  }
})

test('Node: the same', context => {
  const program = `import { readFileSync } from 'node:fs'
    import { load } from 'rfm-wasm'
    import { relaxedFacts } from './tests/relaxed_facts.mjs'
    const runs = WebAssembly.validate(readFileSync('dist/rfm-relaxed.wasm'))
    console.log(JSON.stringify(runs ? await relaxedFacts(load, ...${JSON.stringify(given)}) : null))`
  const flags = runsHere ? [] : ['--experimental-wasm-relaxed-simd']
  const words = [...flags, '--input-type=module', '--eval', program]
  const facts = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', cwd: folder, maxBuffer: 2 ** 26 }))
  if (facts === null) return context.skip('this version of Node has no relaxed SIMD')
  check(facts)
})

test('an engine without it, or told to have no SIMD, gets the ordinary build', async () => {
  assert.equal((await loadSync({ relaxed: true, simd: false })).relaxed, false)
  const { validate } = WebAssembly
  WebAssembly.validate = bytes => !`${bytes}`.includes('253,133') && validate(bytes)
  try {
    const rfm = await load({ relaxed: true })
    assert.deepEqual([rfm.simd, rfm.relaxed], [true, false])
    assert.equal(crc((await rfm.fit(csv, options)).toBytes()), native[name].model)
    rfm.dispose()
  } finally {
    WebAssembly.validate = validate
  }
})

test('who did not ask for it has the recorded bits', async () => {
  const rfm = await loadSync()
  assert.equal(rfm.relaxed, false)
  assert.equal(crc(rfm.fit(csv, options).toBytes()), native[name].model)
})

test('it is not combined with threads', async () => {
  await assert.rejects(load({ relaxed: true, threads: 2 }), { code: 'unsupported', message: /relaxed SIMD and several threads/ })
  const rfm = await load({ relaxed: true, threads: 'auto' })
  assert.deepEqual([rfm.threads, rfm.relaxed], [1, runsHere])
})

test('a module of your own tells whether it is relaxed', { skip: runsHere ? false : 'this version of Node runs none' }, async () => {
  assert.equal((await loadSync({ url: module })).relaxed, true)
})

// (v128) -> v128 with the draft's instruction and, beside it, constants that hold the same bytes.
const constants = [0x41, 0xaf, 0x01, 0x1a, 0xfd, 0x0c, ...Array(5).fill([0xfd, 0xaf, 0x01]).flat(), 0xfd, 0x1a]
const body = (instruction, others = constants) => {
  const code = [0, ...others, 0x20, 0, 0x20, 0, 0x20, 0, ...instruction, 0x0b]
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 123, 1, 123, 3, 2, 1, 0, 10, code.length + 2, 1, code.length, ...code])
}

test('the build step changes the instructions of the draft and nothing else', () => {
  assert.deepEqual(standardised(body([0xfd, 0xaf, 0x01])), body([0xfd, 0x85, 0x02]))
  assert.deepEqual(standardised(body([0xfd, 0xb0, 0x01])), body([0xfd, 0x86, 0x02]))
  for (const file of ['rfm.wasm', 'rfm-simd.wasm', 'rfm-relaxed.wasm']) {
    const bytes = new Uint8Array(readFileSync(new URL(`../dist/${file}`, import.meta.url)))
    assert.ok(Buffer.compare(standardised(bytes), bytes) === 0, file)
  }
})

test('the build step stops at what it does not know', () => {
  assert.throws(() => standardised(body([0xfd, 0xaf, 0x01], [0x06, 0x40])), /unknown instruction 0x6/)
  assert.throws(() => standardised(body([0xfd, 0xaf, 0x01], [0xfc, 0x0c])), /unknown instruction 0xfc 12/)
  assert.throws(() => standardised(body([0xfd, 0x0c])), /does not end/)
})
