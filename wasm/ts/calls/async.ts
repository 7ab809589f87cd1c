// `load()` of 'rfm-wasm': models live on this thread, where answers take microseconds; what
// takes longer runs in a worker.
import { Core } from '../model/core.js'
import { aborted, at, RfmError, standing } from '../interface/errors.js'
import { shortHistory, sizesOf, versionOf } from './jobs.js'
import { Meter } from './meter.js'
import { disposeSymbol } from '../model/disposal.js'
import { OpenModel } from '../model/model.js'
import { type Environment, type Loaded, loadModule } from '../platform/module.js'
import { settledOn } from './options.js'
import { arrived, given, type Plain, plain } from '../model/tables.js'
import type {
  Choice, DescribeOptions, FitOptions, LoadOptions, Model, Progress, Rfm, Round, RoundsOptions, ShrinkOptions, Sizes,
  SizesOptions, TableFacts
} from '../interface/types.js'
import { warn } from './warnings.js'
import { type Conversation, type JobOptions, Workers } from './workers.js'

/** Errors of `work`, wherever they come from, have the stack of who called `method`. */
async function placed<T>(method: (...given: never[]) => unknown, work: () => Promise<T>): Promise<T> {
  const place = standing(method)
  return work().catch((error: unknown) => { throw at(place, error) })
}

/** What the promise gives, or the abort, whichever comes first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(aborted(signal))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

const plainOnce = async (table: unknown, signal: AbortSignal | undefined): Promise<Plain> =>
  plain(await unlessAborted(arrived(table), signal))

class Async implements Rfm {
  readonly version: string
  readonly threads: number
  private readonly workers: Workers

  constructor(environment: Environment, loaded: Loaded, private readonly core: Core, options: LoadOptions) {
    this.threads = loaded.threads
    this.version = versionOf(core)
    this.workers = new Workers(environment, loaded, options)
  }

  open(bytes: Uint8Array | ArrayBuffer): Model {
    return new OpenModel(this.core, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
  }

  sizes(options: SizesOptions): Sizes { return sizesOf(this.core, options) }

  fit(first: unknown, second?: unknown, third?: FitOptions): Promise<Model<any>> {
    return placed(this.fit, async () => this.fitted(...given<FitOptions>(first, second, third)))
  }

  private async fitted(given: unknown, options: FitOptions): Promise<Model> {
    const { signal, onProgress, onWarning: _, keepBest = false, testTable, ...rest } = options
    const table = await plainOnce(given, signal)
    const test = testTable === undefined ? undefined : await plainOnce(testTable, signal)
    const meter = new Meter(told => onProgress?.(told))
    let best: Choice | undefined
    const hear = (progress: Progress): void => {
      best = progress.best?.choice ?? best
      if (onProgress !== undefined) meter.hear(progress)
    }
    const progress = keepBest || onProgress !== undefined
    const run = (given: FitOptions, job: JobOptions): Promise<unknown> =>
      this.workers.run({ kind: 'fit', table, test, options: given, progress }, { ...job, helped: true })
    const file = await run(rest, { signal, onProgress: hear }).catch((error: unknown) => {
      if (!keepBest || best === undefined || !(error instanceof RfmError && error.code === 'aborted')) throw error
      return run(settledOn(best, rest), {})
    })
    if (onProgress !== undefined) meter.end()
    const model = this.open(file as Uint8Array)
    warn(model, options)
    return model
  }

  describe(table: unknown, options: DescribeOptions = {}): Promise<TableFacts> {
    const { signal, ...rest } = options
    return placed(this.describe, async () => await this.workers.run({ kind: 'describe', table: await plainOnce(table, signal),
      options: rest, threads: this.threads }, { signal }) as TableFacts)
  }

  shrink(model: Model, { bytes, signal }: ShrinkOptions): Promise<Model> {
    return placed(this.shrink, async () => {
      const history = shortHistory(model.report())
      const request = { kind: 'shrink', file: model.toBytes(), bytes, history } as const
      return this.open(await this.workers.run(request, { signal }) as Uint8Array)
    })
  }

  rounds(first: unknown, second?: unknown, third?: RoundsOptions): AsyncIterableIterator<Round> {
    return this.watch(standing(this.rounds), ...given<RoundsOptions>(first, second, third))
  }

  private async *watch(place: Error, given: unknown, options: RoundsOptions): AsyncGenerator<Round, undefined, undefined> {
    const { signal, at: asked, ...rest } = options
    let conversation: Conversation | undefined
    try {
      const table = await plainOnce(given, signal), answered = asked === undefined ? undefined : await plainOnce(asked, signal)
      conversation = await this.workers.begin({ signal, helped: true, beside: true })
      await conversation.ask({ kind: 'watch', table, at: answered, options: rest }, { signal })
      for (;;) {
        const round = await conversation.ask({ kind: 'next' }, { signal }) as Round | undefined
        if (round === undefined) break
        yield round
      }
    } catch (error) {
      throw at(place, error)
    } finally {
      await conversation?.ask({ kind: 'close' }).catch(() => {})
      conversation?.end()
    }
    return undefined
  }

  dispose(): void { this.workers.dispose() }
  [disposeSymbol](): void { this.dispose() }
}

export const loader = (environment: Environment) => {
  const load = (options: LoadOptions = {}): Promise<Rfm> => placed(load, async () => {
    const loaded = await loadModule(environment, options)
    return new Async(environment, loaded, await Core.create(loaded.module), options)
  })
  return load
}
