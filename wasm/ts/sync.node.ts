// 'rfm-wasm/sync' in Node.
import { syncLoader } from './work/same_thread.js'
import { node } from './platform/node.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
export const load = syncLoader(node)
