// Which of the two builds this engine can run, and its compiled module from wherever the caller or the package has it.
import { RfmError } from './errors.js'
import type { LoadOptions } from './types.js'

/** What differs between a browser and Node. */
export interface Environment {
  /** Where the package's own builds lie. */
  readonly plain: URL
  readonly simd: URL
  readonly leave: URL
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

export interface Loaded {
  readonly module: WebAssembly.Module
  /** Export and shrinking; absent where it could not be had. */
  readonly leave: WebAssembly.Module | undefined
  readonly simd: boolean
}

const absolute = (url: string | URL): URL => new URL(url, typeof location === 'undefined' ? undefined : location.href)

async function mainModule(environment: Environment, options: LoadOptions, simd: boolean): Promise<WebAssembly.Module> {
  if (options.module !== undefined) return options.module
  if (options.bytes !== undefined) return WebAssembly.compile(options.bytes)
  return environment.compile(options.url !== undefined ? absolute(options.url) : simd ? environment.simd : environment.plain)
}

export async function loadModule(environment: Environment, options: LoadOptions): Promise<Loaded> {
  if (options.threads !== undefined && options.threads !== 1)
    throw new RfmError('unsupported', 'this build runs on one thread: leave threads out or give 1')
  const simd = options.simd === undefined || options.simd === 'auto' ? simdRuns() : options.simd
  try {
    const leaving = environment.compile(options.leaveUrl === undefined ? environment.leave : absolute(options.leaveUrl))
    const [module, leave] = await Promise.all([mainModule(environment, options, simd), leaving.catch(() => undefined)])
    return { module, leave, simd }
  } catch (error) {
    throw new RfmError('load', `the WebAssembly module could not be loaded: ${(error as Error).message}`, {}, error)
  }
}
