// 'rfm-wasm' in a browser.
import { loader } from './work/async.js'
import { browser } from './platform/browser.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
export const load = loader(browser)
