// Which of the builds to load, with how many threads, and its compiled module from wherever the
// caller or the package has it.
import { absolute, type Compile, notLoaded } from './address.js'
import { aborted, RfmError } from '../interface/errors.js'
import type { LoadOptions } from '../interface/types.js'

/** What differs between a browser and Node. */
export interface Environment {
  /** The package's own builds; nothing is looked up before they are wanted. */
  alone(signal?: AbortSignal): Promise<WebAssembly.Module>
  /** With threads, where there is one. */
  readonly threads: ((signal?: AbortSignal) => Promise<WebAssembly.Module>) | undefined
  /**
   * Whether work may sleep until other threads are done: in workers, not on a page's own thread.
   */
  readonly mayWait: boolean
  /** Whether memory can be shared with workers. */
  isolated(): boolean
  processors(): number
  readonly compile: Compile
  /** Starts a worker script; the package's own by default. */
  spawn(script: string | URL | undefined): Port
}

/** One end of a conversation with a worker. */
export interface Port {
  post(message: unknown, transfer?: readonly Transferable[]): void
  onMessage: (message: never) => void
  onError: (error: unknown) => void
  /** What runs there, for people. */
  readonly script: string
  terminate(): void
  /** Whether a waiting worker keeps the program from ending. */
  hold(on: boolean): void
}

// () -> v128: i32.const 0, i8x16.splat
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11
])

export interface Loaded {
  readonly module: WebAssembly.Module
  /** That share a fit. */
  readonly threads: number
}

/** Whether instances of this module can share a memory. */
export const shares = (module: WebAssembly.Module): boolean =>
  WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory')

const most = 64, automatic = 8

// A shared memory and () -> (): i32.const 0, i32.atomic.load, drop
const atomicsProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0, 26, 11
])

function obstacle(environment: Environment): string | undefined {
  if (!environment.mayWait)
    return 'rfm-wasm/sync works on the calling thread, which may not wait for others: threads come with rfm-wasm'
  if (environment.threads === undefined) return 'rfm-wasm/inline has one thread: more come with rfm-wasm'
  if (!environment.isolated())
    return 'threads need a cross-origin isolated page: serve it and the worker script with the headers ' +
      'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp'
  if (!WebAssembly.validate(atomicsProbe)) return 'this engine has no threads for WebAssembly'
  return undefined
}

/**
 * How many threads a fit may have: what was asked for, and what this engine,
 * this page and this entry allow.
 */
function threadsFor(environment: Environment, asked: number | 'auto' = 1): number {
  if (asked === 1) return 1
  if (asked !== 'auto' && !(Number.isInteger(asked) && asked >= 1 && asked <= most))
    throw new RfmError('input', `option threads: ${asked} is neither 'auto' nor a whole number from 1 to ${most}`)
  const words = obstacle(environment)
  if (words === undefined) return asked === 'auto' ? Math.max(1, Math.min(environment.processors(), automatic)) : asked
  if (asked === 'auto') return 1
  throw new RfmError('unsupported', words)
}

async function moduleFrom(environment: Environment, options: LoadOptions, threads: number): Promise<WebAssembly.Module> {
  const { module, bytes, url, signal } = options
  if (module !== undefined) return module as WebAssembly.Module
  if (bytes !== undefined) return WebAssembly.compile(bytes as BufferSource)
  if (url !== undefined) return environment.compile(absolute(url), signal)
  return threads > 1 ? environment.threads!(signal) : environment.alone(signal)
}

export async function loadModule(environment: Environment, options: LoadOptions): Promise<Loaded> {
  if (!WebAssembly.validate(simdProbe))
    throw new RfmError('unsupported',
      'this engine has no SIMD for WebAssembly, which training needs: rfm-wasm/predict answers without it')
  const threads = threadsFor(environment, options.threads)
  if (options.signal?.aborted) throw aborted(options.signal)
  try {
    const module = await moduleFrom(environment, options, threads)
    if (threads > 1 && !shares(module) && options.threads !== 'auto')
      throw new RfmError('unsupported', 'this module was built without threads: give rfm-threads.wasm')
    return { module, threads: shares(module) ? threads : 1 }
  } catch (error) {
    throw options.signal?.aborted ? aborted(options.signal) : notLoaded(error)
  }
}
