// 'rfm-wasm/inline' in a browser: the module and the worker are in this file.
import { loader } from './calls/async.js'
import { syncLoader } from './calls/same_thread.js'
import script from 'embedded:worker'
import { port } from './platform/browser.js'
import { compile } from './platform/compile.js'
import type { Environment } from './platform/module.js'
import { unpacked } from './platform/unpacked.js'
import type { LoadOptions, Rfm, RfmSync } from './interface/types.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'

const inline: Environment = {
  alone: unpacked,
  threads: undefined,
  mayWait: true,
  isolated: () => false,
  processors: () => globalThis.navigator?.hardwareConcurrency ?? 1,
  compile,
  spawn: given => port(() => {
    if (given !== undefined) return new Worker(new URL(given, location.href), { type: 'module' })
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    const worker = new Worker(address)
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return worker
  }, String(given ?? 'of rfm-wasm/inline'))
}

/** As `load` of 'rfm-wasm': long work runs in a worker, whose script and module are in this file. */
export const load: (options?: LoadOptions) => Promise<Rfm> = loader(inline)
/** As `load` of 'rfm-wasm/sync': everything on the calling thread. */
export const loadSync: (options?: LoadOptions) => Promise<RfmSync> = syncLoader(inline)
