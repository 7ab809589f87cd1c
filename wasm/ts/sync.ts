// 'rfm-wasm/sync' in a browser.
import { syncLoader } from './work/same_thread.js'
import { browser } from './platform/browser.js'

export { RfmError } from './interface/errors.js'
export type * from './interface/types.js'
export const load = syncLoader(browser)
