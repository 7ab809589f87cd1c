// 'rfm-wasm/predict' in Node.
import { compile } from './platform/compile.node.js'
import { opener } from './model/predictor.js'
import type { PredictOnlyOptions, Predictor } from './interface/types.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
/** Opens a model file, to answer and nothing else. */
export const open: (bytes: Uint8Array | ArrayBuffer, options?: PredictOnlyOptions) => Promise<Predictor> =
  opener(() => new URL('./predict.wasm', import.meta.url), compile)
