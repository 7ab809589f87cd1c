// 'rfm-wasm/sync' in a browser.
import { syncLoader } from './same_thread.js'
import { browser } from './browser.js'

export { RfmError } from './errors.js'
export type * from './types.js'
export const load = syncLoader(browser)
