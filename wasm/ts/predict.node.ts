// 'rfm-wasm/predict' in Node.
import { compile } from './compile.node.js'
import { opener } from './predictor.js'

export { RfmError } from './errors.js'
export type * from './types.js'
export const open = opener(new URL('./predict.wasm', import.meta.url), compile)
