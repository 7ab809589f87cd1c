// Ten thousand cycles of life.mjs in node, then in a tab of Chromium: `node tests/soak/soak.mjs`.
// The module's memory must be what it was after the first hundred.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browser, serve, visit } from '../support/serving.mjs'
import { live } from './life.mjs'

const cycles = Number(process.argv[2] ?? 10000), early = 100
const folder = fileURLToPath(new URL('../..', import.meta.url))
let failed = false

function tell(place, { before, after }, threads) {
  failed ||= before === 0 || after !== before
  console.log(`${place}: ${cycles} cycles, memory ${before} bytes before and ${after} after${threads}`)
}

const { load } = await import('rfm-wasm/sync')
const module = await WebAssembly.compile(readFileSync(new URL('../../dist/rfm.wasm', import.meta.url)))
tell('node', await live(() => load({ module }), cycles, early), '')

const server = await serve(folder, { page: '<!doctype html><title>soak</title>' })
const chromium = await browser()
const { page, complaints } = await visit(chromium, server.url)
const found = await page.evaluate(async ([cycles, early]) => {
  const { live } = await import('/tests/soak/life.mjs')
  const { load } = await import('/dist/sync.js')
  return live(load, cycles, early)
}, [cycles, early])
const workers = page.workers().length
tell('Chromium', found, `, ${workers} workers left`)
failed ||= workers > 0 || complaints.length > 0
await chromium.close()
server.close()
process.exit(failed ? 1 : 0)
