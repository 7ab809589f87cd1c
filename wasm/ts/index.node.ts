// 'rfm-wasm' in Node.
import { loader } from './async.js'
import { node } from './node.js'

export { RfmError } from './errors.js'
export type * from './types.js'
export const load = loader(node)
