// `load()` of 'rfm-wasm': models live on this thread, where answers take microseconds; what
// takes longer runs in a worker.
import { Core } from '../model/core.js'
import { RfmError } from '../interface/errors.js'
import { shortHistory, sizesOf, versionOf } from './jobs.js'
import { disposeSymbol, OpenModel } from '../model/model.js'
import { type Environment, type Loaded, loadModule } from '../platform/module.js'
import { settledOn } from './options.js'
import { joined } from '../model/tables.js'
import type {
  Answers, Choice, DescribeOptions, Features, FitOptions, LoadOptions, Model, Progress, Rfm, Round, RoundsOptions, Sizes,
  SizesOptions, Table, TableFacts
} from '../interface/types.js'
import { type Conversation, type JobOptions, Workers } from './workers.js'

class Async implements Rfm {
  readonly version: string
  readonly threads: number
  private readonly workers: Workers

  constructor(environment: Environment, loaded: Loaded, private readonly core: Core, script: string | URL | undefined) {
    this.threads = loaded.threads
    this.version = versionOf(core)
    this.workers = new Workers(environment, loaded, script)
  }

  open(bytes: Uint8Array | ArrayBuffer): Model {
    return new OpenModel(this.core, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
  }

  sizes(options: SizesOptions): Sizes { return sizesOf(this.core, options) }

  async fit(table: Table, options: FitOptions = {}): Promise<Model> {
    const { signal, onProgress, keepBest = false, ...rest } = options
    let best: Choice | undefined
    const hear = (progress: Progress): void => {
      best = progress.best?.choice ?? best
      onProgress?.(progress)
    }
    const progress = keepBest || onProgress !== undefined
    const run = (given: FitOptions, job: JobOptions): Promise<unknown> =>
      this.workers.run({ kind: 'fit', table, options: given, progress }, { ...job, helped: true })
    const file = await run(rest, { signal, onProgress: hear }).catch((error: unknown) => {
      if (!keepBest || best === undefined || !(error instanceof RfmError && error.code === 'aborted')) throw error
      return run(settledOn(best, rest), {})
    })
    return this.open(file as Uint8Array)
  }

  async describe(table: Table, options: DescribeOptions = {}): Promise<TableFacts> {
    return await this.workers.run({ kind: 'describe', table, options, threads: this.threads }, {}) as TableFacts
  }

  async shrink(model: Model, options: { readonly bytes: number; readonly signal?: AbortSignal }): Promise<Model> {
    const { bytes, signal } = options
    const history = shortHistory(model.report())
    const request = { kind: 'shrink', file: model.toBytes(), bytes, history } as const
    return this.open(await this.workers.run(request, { signal }) as Uint8Array)
  }

  rounds(first: Table | Features, second?: Answers | RoundsOptions, third?: RoundsOptions): AsyncIterableIterator<Round> {
    const apart = Array.isArray(second) || ArrayBuffer.isView(second)
    const table = apart ? joined(first as Features, second as Answers) : first as Table
    return this.watch(table, (apart ? third : second as RoundsOptions | undefined) ?? {})
  }

  private async *watch(table: Table, options: RoundsOptions): AsyncGenerator<Round, undefined, undefined> {
    const { signal, ...rest } = options
    const conversation: Conversation = await this.workers.begin({ signal, helped: true })
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

export const loader = (environment: Environment) => async (options: LoadOptions = {}): Promise<Rfm> => {
  const loaded = await loadModule(environment, options)
  return new Async(environment, loaded, await Core.create(loaded.module), options.workerUrl)
}
