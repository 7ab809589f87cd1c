// Which of the builds this engine can run, and its compiled module from wherever the caller or the package has it.
import { RfmError } from './errors.js'
import { threadsFor } from './threads.js'
import type { LoadOptions } from './types.js'

/** What differs between a browser and Node. */
export interface Environment {
  /** Where the package's own builds lie. */
  readonly plain: URL
  readonly simd: URL
  /** SIMD and threads. */
  readonly threads: URL
  /** Relaxed SIMD, on one thread. */
  readonly relaxed: URL
  readonly more: URL
  /** Whether work may sleep until other threads are done: in workers, not on a page's own thread. */
  readonly mayWait: boolean
  /** Whether memory can be shared with workers. */
  isolated(): boolean
  processors(): number
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

// (v128) -> v128: local.get 0 three times, f32x4.relaxed_madd
const relaxedProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 123, 1, 123, 3, 2, 1, 0, 10, 13, 1, 11, 0, 32, 0, 32, 0, 32, 0, 253, 133, 2, 11
])

const relaxedRuns = (): boolean => WebAssembly.validate(relaxedProbe)

export interface Loaded {
  readonly module: WebAssembly.Module
  /** What neither trains nor predicts; absent where it could not be had. */
  readonly more: WebAssembly.Module | undefined
  readonly simd: boolean
  readonly relaxed: boolean
  /** That share a fit. */
  readonly threads: number
}

const absolute = (url: string | URL): URL => new URL(url, typeof location === 'undefined' ? undefined : location.href)

/** Whether instances of this module can share a memory. */
export const shares = (module: WebAssembly.Module): boolean =>
  WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory')

/** Whether this is the build with relaxed SIMD. */
const isRelaxed = (module: WebAssembly.Module): boolean =>
  WebAssembly.Module.exports(module).some(({ name }) => name === 'relaxed')

/** What more.wasm is needed for. */
export function needed<T>(more: T | undefined): T {
  if (more === undefined) throw new RfmError('load', 'more.wasm, which this needs, could not be loaded')
  return more
}

async function mainModule(environment: Environment, options: LoadOptions, own: URL): Promise<WebAssembly.Module> {
  if (options.module !== undefined) return options.module
  if (options.bytes !== undefined) return WebAssembly.compile(options.bytes)
  return environment.compile(options.url !== undefined ? absolute(options.url) : own)
}

export async function loadModule(environment: Environment, options: LoadOptions): Promise<Loaded> {
  const simd = options.simd === undefined || options.simd === 'auto' ? simdRuns() : options.simd
  const relaxed = options.relaxed === true && simd && relaxedRuns()
  const threads = threadsFor(environment, options.threads, simd, options.relaxed === true)
  const own = relaxed ? environment.relaxed : threads > 1 ? environment.threads : simd ? environment.simd : environment.plain
  try {
    const besides = environment.compile(options.moreUrl === undefined ? environment.more : absolute(options.moreUrl))
    const [module, more] = await Promise.all([mainModule(environment, options, own), besides.catch(() => undefined)])
    if (threads > 1 && !shares(module) && options.threads !== 'auto')
      throw new RfmError('unsupported', 'this module was built without threads: give rfm-threads.wasm')
    return { module, more, simd, relaxed: isRelaxed(module), threads: shares(module) ? threads : 1 }
  } catch (error) {
    if (error instanceof RfmError) throw error
    throw new RfmError('load', `the WebAssembly module could not be loaded: ${(error as Error).message}`, {}, error)
  }
}
