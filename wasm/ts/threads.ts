// How many threads a fit may have: what was asked for, and what this engine, this page and this entry allow.
import { RfmError } from './errors.js'
import type { Environment } from './module.js'

const most = 64, automatic = 8

// A shared memory and () -> (): i32.const 0, i32.atomic.load, drop
const atomicsProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0, 26, 11
])

function obstacle(environment: Environment, simd: boolean, relaxed: boolean): string | undefined {
  if (relaxed) return 'relaxed SIMD and several threads do not go together: leave out one of the two options'
  if (!environment.mayWait)
    return 'rfm-wasm/sync works on the calling thread, which may not wait for others: threads come with rfm-wasm'
  if (!simd) return 'threads come with SIMD, which this engine does not have or was told not to use'
  if (!environment.isolated())
    return 'threads need a cross-origin isolated page: serve it and the worker script with the headers ' +
      'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp'
  if (!WebAssembly.validate(atomicsProbe)) return 'this engine has no threads for WebAssembly'
  return undefined
}

export function threadsFor(environment: Environment, asked: number | 'auto' = 1, simd: boolean, relaxed: boolean): number {
  if (asked === 1) return 1
  if (asked !== 'auto' && !(Number.isInteger(asked) && asked >= 1 && asked <= most))
    throw new RfmError('input', `option threads: ${asked} is neither 'auto' nor a whole number from 1 to ${most}`)
  const words = obstacle(environment, simd, relaxed)
  if (words === undefined) return asked === 'auto' ? Math.max(1, Math.min(environment.processors(), automatic)) : asked
  if (asked === 'auto') return 1
  throw new RfmError('unsupported', words)
}
