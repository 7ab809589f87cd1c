// 'rfm-wasm' in Node.
import { loader } from './work/async.js'
import { node } from './platform/node.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
export const load = loader(node)
