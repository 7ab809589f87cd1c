// One instance of the module: its exports typed, text and arrays in and out, refusals made
// errors. Copies what it returns.
import { RfmError } from '../interface/errors.js'
import { shares } from '../platform/module.js'
import type { Places } from '../calls/workers.js'
import type { RfmErrorCode } from '../interface/types.js'

/** Address of something in the module's memory; 0 is nothing. */
export type Handle = number

export interface Exports {
  readonly memory?: WebAssembly.Memory
  /** Of the build with threads. */
  team_workers(workers: number): void
  team_help(worker: number): void
  stackRestore(stack: number): void
  _initialize?(): void
  take(bytes: number): Handle
  give_back(address: Handle): void
  outbox_data(which: number): number
  outbox_size(which: number): number
  outbox_clear(): void
  version(): number
  table_new(): Handle
  table_free(table: Handle): void
  table_csv(table: Handle, csv: Handle, size: number, delimiter: number, header: number, decimal: number): number
  table_add_text(table: Handle, name: Handle, nameSize: number, cells: Handle, size: number): number
  table_add_numbers(table: Handle, name: Handle, nameSize: number, numbers: Handle, rows: number, stride: number): number
  train(table: Handle, test: Handle, options: Handle, size: number, limit: number): number
  model_open(bytes: Handle, size: number): Handle
  model_free(model: Handle): void
  model_data(model: Handle): number
  model_size(model: Handle): number
  model_interval(model: Handle, coverage: number, value: number): number
  model_names(model: Handle): number
  model_history(model: Handle): number
  model_predict(model: Handle, table: Handle): number
  model_permutation(model: Handle, table: Handle, column: number): number
  model_evaluate(model: Handle, table: Handle): number
  rounds_start(table: Handle, at: Handle, options: Handle, size: number, limit: number): Handle
  rounds_next(rounds: Handle): number
  rounds_free(rounds: Handle): void
  describe(table: Handle, options: Handle, size: number, threads: number): number
  sizes(rows: number, columns: number, outputs: number, metric: number): number
  model_facts(model: Handle): number
  model_explain(model: Handle, table: Handle): number
  model_matrix(model: Handle): number
  model_directions(model: Handle): number
  model_export(model: Handle, form: number, name: Handle, size: number): number
  model_shrink(model: Handle, bytes: number, history: Handle, size: number): number
}

/** What the search reports; true stops it with the best so far. */
export type Listener = (json: string) => boolean

/**
 * Pages of 64 KiB: those that the module with threads is linked to begin with, and the most, 4 GiB.
 * Browsers give memory as it is used.
 */
const firstPages = 16, mostPages = 65536
const stackBytes = 2 ** 17

/**
 * Room that can be shared must be set aside as a whole: where there is not so
 * much, half of it, down to 64 MiB.
 */
function sharedMemory(maximum = mostPages): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: firstPages, maximum, shared: true })
  } catch (error) {
    if (maximum <= 1024) throw error
    return sharedMemory(maximum / 2)
  }
}

const newMemory = (module: WebAssembly.Module): WebAssembly.Memory | undefined => shares(module) ? sharedMemory() : undefined

const shared = (memory: WebAssembly.Memory): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && memory.buffer as ArrayBufferLike instanceof SharedArrayBuffer

const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Refusal { words: string; line: number; column: number; bytes: number }

export class Core {
  exports!: Exports
  memory!: WebAssembly.Memory
  listener: Listener | undefined
  /** Set by a trap: what is in memory can no longer be trusted. */
  broken = false

  /** For threads that may wait: workers, scripts. */
  static now(module: WebAssembly.Module): Core {
    const core = new Core()
    return core.begin(new WebAssembly.Instance(module, core.imports(newMemory(module))))
  }

  /** Another instance on the memory of one that was begun. */
  static helper(module: WebAssembly.Module, memory: WebAssembly.Memory): Core {
    const core = new Core()
    return core.hold(new WebAssembly.Instance(module, core.imports(memory)))
  }

  /** For a page, where large modules must not be instantiated at once. */
  static async create(module: WebAssembly.Module): Promise<Core> {
    const core = new Core()
    return core.begin(await WebAssembly.instantiate(module, core.imports(newMemory(module))))
  }

  private constructor() {}

  private begin(instance: WebAssembly.Instance): this {
    this.hold(instance).exports._initialize?.()
    return this
  }

  private hold(instance: WebAssembly.Instance): this {
    this.exports = instance.exports as unknown as Exports
    this.memory ??= this.exports.memory!
    return this
  }

  private imports(memory: WebAssembly.Memory | undefined): WebAssembly.Imports {
    if (memory !== undefined) this.memory = memory
    const nothing = (): void => {}
    const rfm = {
      now: () => performance.now() / 1000,
      progress: (json: number, size: number) =>
        this.listener?.(this.words(this.bytes(json, size))) === true ? 1 : 0,
      out_of_memory: (bytes: number) => {
        this.broken = true
        throw new RfmError('too-large', `the module cannot have another ${bytes >>> 0} bytes of memory`,
          { bytesNeeded: this.memory.buffer.byteLength + (bytes >>> 0) })
      }
    }
    return { rfm, env: { memory: memory as WebAssembly.Memory, emscripten_notify_memory_growth: nothing }, wasi_snapshot_preview1: { proc_exit: nothing } }
  }

  bytes(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, address, size)
  }

  /** Work is for so many threads from now on; returns where the others find it. */
  team(threads: number): Places {
    this.exports.team_workers(threads)
    const stack = (): number => this.guarded(exports => (exports.take(stackBytes) + stackBytes) & -16)
    return { memory: this.memory, stacks: Array.from({ length: threads - 1 }, stack) }
  }

  /** Works for the instance whose memory this is, for ever. */
  help(stack: number, worker: number): void {
    this.guarded(exports => {
      exports.stackRestore(stack)
      exports.team_help(worker)
    })
  }

  /** Runs work that may trap, for want of memory or by a fault of ours. */
  guarded<T>(work: (exports: Exports) => T): T {
    if (this.broken) throw new RfmError('failed', 'the module stopped earlier: load it anew')
    try {
      return work(this.exports)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      this.broken = true
      throw new RfmError('failed', `the module stopped: ${error.message}`, {}, error)
    }
  }

  /** Lends bytes to the module for one call. */
  lend<T>(data: Uint8Array, work: (address: Handle, size: number) => T): T {
    const address = this.exports.take(data.byteLength || 1)
    if (address === 0)
      throw new RfmError('too-large', `the module cannot have another ${data.byteLength} bytes of memory`,
        { bytesNeeded: this.memory.buffer.byteLength + data.byteLength })
    try {
      this.bytes(address, data.byteLength).set(data)
      return work(address, data.byteLength)
    } finally {
      if (!this.broken) this.exports.give_back(address)
    }
  }

  lendText<T>(text: string, work: (address: Handle, size: number) => T): T {
    return this.lend(encoder.encode(text), work)
  }

  /** 0: the text; 1, 2: the arrays. */
  private left(which: number): Uint8Array<ArrayBuffer> {
    return this.bytes(this.exports.outbox_data(which), this.exports.outbox_size(which))
  }

  /** Browsers read no text from shared memory. */
  private words(bytes: Uint8Array): string { return decoder.decode(shared(this.memory) ? bytes.slice() : bytes) }

  text(): string { return this.words(this.left(0)) }
  json(): unknown { return JSON.parse(this.text()) }
  file(): Uint8Array<ArrayBuffer> { return this.left(0).slice() }
  floats(which: 1 | 2): Float32Array<ArrayBuffer> { return new Float32Array(this.left(which).slice().buffer) }

  /** Runs a call that leaves something, reads it, and frees what was left. */
  call<T>(work: (exports: Exports) => number, read: (core: Core) => T): T {
    return this.guarded(exports => {
      try {
        if (work(exports) === 0) throw this.refusal()
        return read(this)
      } finally {
        if (!this.broken) exports.outbox_clear()
      }
    })
  }

  refusal(code: RfmErrorCode = 'input'): RfmError {
    const { words, line, column, bytes } = this.json() as Refusal
    return new RfmError(bytes > 0 ? 'too-large' : code, words, {
      ...(line > 0 && { line }), ...(column > 0 && { column }), ...(bytes > 0 && { bytesNeeded: bytes })
    })
  }
}
