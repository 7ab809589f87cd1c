// 'rfm-wasm/predict' in a browser.
import { compile } from './compile.js'
import { opener } from './predictor.js'

export { RfmError } from './errors.js'
export type * from './types.js'
export const open = opener(new URL('./predict.wasm', import.meta.url), compile)
