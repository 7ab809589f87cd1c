// 'rfm-wasm/sync' in Node.
import { syncLoader } from './calls/same_thread.js'
import { node } from './platform/node.js'
import type { LoadOptions, RfmSync } from './interface/types.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
/** Loads the module: everything then runs on the calling thread. */
export const load: (options?: LoadOptions) => Promise<RfmSync> = syncLoader(node)
