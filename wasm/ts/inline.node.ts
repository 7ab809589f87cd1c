// 'rfm-wasm/inline' in Node: the module and the worker are in this file.
import { loader } from './calls/async.js'
import { syncLoader } from './calls/same_thread.js'
import script from 'embedded:worker.node'
import { absolute } from './platform/address.js'
import { compile } from './platform/compile.node.js'
import type { Environment } from './platform/module.js'
import { port, processors } from './platform/node.js'
import { unpacked } from './platform/unpacked.js'
import type { LoadOptions, Rfm, RfmSync } from './interface/types.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'

const inline: Environment = {
  alone: unpacked,
  threads: undefined,
  mayWait: true,
  isolated: () => false,
  processors,
  compile,
  spawn: given => given === undefined ? port(script, { eval: true }, 'of rfm-wasm/inline') : port(absolute(given))
}

/** As `load` of 'rfm-wasm': long work runs in a worker, whose script and module are in this file. */
export const load: (options?: LoadOptions) => Promise<Rfm> = loader(inline)
/** As `load` of 'rfm-wasm/sync': everything on the calling thread. */
export const loadSync: (options?: LoadOptions) => Promise<RfmSync> = syncLoader(inline)
