// Which of the two builds this engine can run, and its compiled module from wherever the caller or the package has it.
import { RfmError } from './errors.js'
import type { LoadOptions } from './types.js'

/** What differs between a browser and Node. */
export interface Environment {
  /** Where the package's own builds lie. */
  readonly plain: URL
  readonly simd: URL
  compile(url: URL): Promise<WebAssembly.Module>
  /** Starts a worker script; the package's own by default. */
  spawn(script: string | URL | undefined): Port
}

/** One end of a conversation with a worker. */
export interface Port {
  post(message: unknown, transfer?: readonly Transferable[]): void
  onMessage: (message: never) => void
  onError: (error: unknown) => void
  terminate(): void
  /** Whether a waiting worker keeps the program from ending. */
  hold(on: boolean): void
}

// () -> v128: i32.const 0, i8x16.splat
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11
])

export const simdRuns = (): boolean => WebAssembly.validate(simdProbe)

export interface Loaded { readonly module: WebAssembly.Module; readonly simd: boolean }

export async function loadModule(environment: Environment, options: LoadOptions): Promise<Loaded> {
  if (options.threads !== undefined && options.threads !== 1)
    throw new RfmError('unsupported', 'this build runs on one thread: leave threads out or give 1')
  const simd = options.simd === undefined || options.simd === 'auto' ? simdRuns() : options.simd
  try {
    if (options.module !== undefined) return { module: options.module, simd }
    if (options.bytes !== undefined) return { module: await WebAssembly.compile(options.bytes), simd }
    const url = options.url === undefined ? (simd ? environment.simd : environment.plain)
      : new URL(options.url, typeof location === 'undefined' ? undefined : location.href)
    return { module: await environment.compile(url), simd }
  } catch (error) {
    throw new RfmError('load', `the WebAssembly module could not be loaded: ${(error as Error).message}`, {}, error)
  }
}
