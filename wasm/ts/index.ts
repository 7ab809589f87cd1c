// 'rfm-wasm' in a browser.
import { loader } from './async.js'
import { browser } from './browser.js'

export { RfmError } from './errors.js'
export type * from './types.js'
export const load = loader(browser)
