// 'rfm-wasm' in Node.
import { loader } from './calls/async.js'
import { node } from './platform/node.js'
import type { LoadOptions, Rfm } from './interface/types.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
/** Loads the module: long work then runs in workers. */
export const load: (options?: LoadOptions) => Promise<Rfm> = loader(node)
