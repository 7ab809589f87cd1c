// `load()` of 'rfm-wasm': models live on this thread, where answers take microseconds; what takes longer runs in a worker.
import { Core } from './core.js'
import { disposeSymbol } from './dispose.js'
import { shortHistory } from './jobs.js'
import { OpenModel } from './model.js'
import { type Environment, type Loaded, loadModule } from './module.js'
import { sizesOf, versionOf } from './facts.js'
import { joined } from './tables.js'
import type {
  Answers, DescribeOptions, Features, FitOptions, LoadOptions, Model, Rfm, Round, RoundsOptions, Sizes, SizesOptions, Table,
  TableFacts
} from './types.js'
import { type Conversation, Workers } from './workers.js'

class Async implements Rfm {
  readonly version: string
  readonly simd: boolean
  private readonly core: Core
  private readonly workers: Workers

  constructor(environment: Environment, loaded: Loaded, script: string | URL | undefined) {
    this.core = new Core(loaded.module)
    this.simd = loaded.simd
    this.version = versionOf(this.core)
    this.workers = new Workers(environment, loaded, script)
  }

  open(bytes: Uint8Array | ArrayBuffer): Model {
    return new OpenModel(this.core, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
  }

  sizes(options: SizesOptions): Sizes { return sizesOf(this.core, options) }

  async fit(table: Table, options: FitOptions = {}): Promise<Model> {
    const { signal, onProgress, ...rest } = options
    const file = await this.workers.run({ kind: 'fit', table, options: rest, progress: onProgress !== undefined },
      { signal, onProgress })
    return this.open(file as Uint8Array)
  }

  async describe(table: Table, options: DescribeOptions = {}): Promise<TableFacts> {
    return await this.workers.run({ kind: 'describe', table, options }, {}) as TableFacts
  }

  async shrink(model: Model, options: { readonly bytes: number; readonly signal?: AbortSignal }): Promise<Model> {
    const { bytes, signal } = options
    const request = { kind: 'shrink', file: model.toBytes(), bytes, history: shortHistory(model.report()) } as const
    return this.open(await this.workers.run(request, { signal }) as Uint8Array)
  }

  rounds(first: Table | Features, second?: Answers | RoundsOptions, third?: RoundsOptions): AsyncIterableIterator<Round> {
    const apart = Array.isArray(second) || ArrayBuffer.isView(second)
    const table = apart ? joined(first as Features, second as Answers) : first as Table
    return this.watch(table, (apart ? third : second as RoundsOptions | undefined) ?? {})
  }

  private async *watch(table: Table, options: RoundsOptions): AsyncGenerator<Round, undefined, undefined> {
    const { signal, ...rest } = options
    const conversation: Conversation = await this.workers.begin({ signal })
    try {
      await conversation.ask({ kind: 'watch', table, options: rest }, { signal })
      for (;;) {
        const round = await conversation.ask({ kind: 'next' }, { signal }) as Round | undefined
        if (round === undefined) break
        yield round
      }
    } finally {
      await conversation.ask({ kind: 'close' }).catch(() => {})
      conversation.end()
    }
    return undefined
  }

  dispose(): void { this.workers.dispose() }
  [disposeSymbol](): void { this.dispose() }
}

export const loader = (environment: Environment) => async (options: LoadOptions = {}): Promise<Rfm> =>
  new Async(environment, await loadModule(environment, options), options.workerUrl)
