// Training time against the native program, which takes the widest vectors of the processor:
// `node bench/against_native.mjs PROGRAM` with PROGRAM bin/rfm of an optimised preset, also of one
// with RFM_SIMD=OFF, which has no vectors but the compiler's. Processor time, one thread, the same
// table and settings, the same bytes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'rfm-wasm/sync'
import { noise } from '../tests/support/tables.mjs'

const program = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'rfm-'))
const rfm = await load()
const options = { target: 'y', kernel: 'laplace', metric: 'full', rounds: 5, bandwidth: 10, ridge: 0.001 }

// Seconds of the processor that a child process took.
function childSeconds(words) {
  const timed = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$@" 2>/dev/null', 'bash', ...words], { encoding: 'utf8' })
  return Number(timed.stderr.trim().split('\n').at(-1))
}

console.log('rows  columns  native s  WebAssembly s  WebAssembly / native')
for (const [rows, columns] of [[500, 10], [1000, 20], [2000, 20]]) {
  const x = noise(rows, columns, 1)
  const lines = Array.from({ length: rows }, (_, i) => {
    const row = Array.from(x.subarray(i * columns, (i + 1) * columns))
    return [...row, (row[0] * row[1] + row[2]).toFixed(5)].join(',')
  })
  const csv = [[...Array(columns).keys()].map(k => `x${k}`).join(',') + ',y', ...lines].join('\n') + '\n'
  const table = join(folder, 'table.csv'), model = join(folder, 'model.rfm')
  writeFileSync(table, csv)
  const words = [program, 'train', table, '--portable', '--threads', '1', '--quiet', '-o', model, '--target', 'y',
    '--kernel', 'laplace', '--metric', 'full', '--iterations', '5', '--bandwidth', '10', '--ridge', '0.001']
  const native = [], wasm = []
  for (let k = 0; k < 3; ++k) {
    native.push(childSeconds(words))
    const started = process.cpuUsage().user
    const fitted = rfm.fit(csv, options)
    wasm.push((process.cpuUsage().user - started) / 1e6)
    if (Buffer.compare(fitted.toBytes(), readFileSync(model)) !== 0) throw new Error('the bytes differ')
    fitted.dispose()
  }
  const least = times => Math.min(...times)
  const shown = [least(native), least(wasm)]
  console.log([rows, columns, ...shown.map(s => s.toFixed(2)), (shown[1] / shown[0]).toFixed(2)].join('  '))
}
rmSync(folder, { recursive: true })
