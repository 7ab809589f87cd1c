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
  return new RfmError('load', `the module could not be loaded: ${(error as Error).message}; give load ` +
    'the module, its bytes or its url, or use rfm-wasm/inline (Vite 7: optimizeDeps.exclude)', {}, error)
}
