// 'rfm-wasm/predict' in a browser.
import { compile } from './platform/compile.js'
import { opener } from './model/predictor.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
export const open = opener(new URL('./predict.wasm', import.meta.url), compile)
