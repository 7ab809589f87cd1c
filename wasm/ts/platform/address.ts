// Addresses of modules, and what is said of those that cannot be had.
import { RfmError } from '../interface/errors.js'

export type Compile = (url: URL, signal?: AbortSignal) => Promise<WebAssembly.Module>

/** Relative to the page, in Node to the working directory. */
export function absolute(url: string | URL): URL {
  if (typeof location !== 'undefined') return new URL(url, location.href)
  const folder = typeof process === 'undefined' ? undefined : process.cwd?.()
  return new URL(url, folder === undefined ? undefined : `file://${folder.replace(/^(?!\/)/, '/')}/`)
}

export function notLoaded(error: unknown): RfmError {
  if (error instanceof RfmError) return error
  const { message } = error as Error
  const lost = /Invalid URL|Failed to construct 'URL'/.test(message)
    ? '; give load the module, its bytes or its url, or use rfm-wasm/inline'
    : /magic word|magic header|MIME/.test(message)
      ? '; what came is no module: with the development server of Vite 5 to 7 name rfm-wasm in ' +
        'optimizeDeps.exclude'
      : ''
  return new RfmError('load', `the WebAssembly module could not be loaded: ${message}${lost}`, {}, error)
}
