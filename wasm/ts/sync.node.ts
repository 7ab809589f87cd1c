// 'rfm-wasm/sync' in Node.
import { syncLoader } from './same_thread.js'
import { node } from './node.js'

export { RfmError } from './errors.js'
export type * from './types.js'
export const load = syncLoader(node)
