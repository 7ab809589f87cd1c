// `load()` of 'rfm-wasm/sync': everything on the calling thread, for workers of
// one's own, scripts and tests.
import { Core } from '../model/core.js'
import { aborted, at, RfmError, standing } from '../interface/errors.js'
import { describe, fit, shortHistory, shrink, sizesOf, versionOf, Watched } from './jobs.js'
import { Meter } from './meter.js'
import { disposeSymbol } from '../model/disposal.js'
import { OpenModel } from '../model/model.js'
import { type Environment, loadModule } from '../platform/module.js'
import { given, plain } from '../model/tables.js'
import type {
  DescribeOptions, FitOptions, LoadOptions, Model, RfmSync, Round, RoundsOptions, ShrinkOptions, Sizes, SizesOptions, TableFacts
} from '../interface/types.js'
import { warn } from './warnings.js'

class SameThread implements RfmSync {
  readonly version: string
  readonly threads = 1
  private held: Core | undefined

  constructor(core: Core) {
    this.held = core
    this.version = versionOf(core)
  }

  private get core(): Core {
    if (this.held === undefined) throw new RfmError('disposed', 'this was disposed of')
    return this.held
  }

  open(bytes: Uint8Array | ArrayBuffer): Model {
    return new OpenModel(this.core, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
  }

  sizes(options: SizesOptions): Sizes { return sizesOf(this.core, options) }

  fit(first: unknown, second?: unknown, third?: FitOptions): Model<any> {
    const [table, options] = given<FitOptions>(first, second, third)
    const { signal, onProgress, keepBest = false, testTable } = options
    if (signal?.aborted) throw aborted(signal)
    const meter = new Meter(told => onProgress?.(told))
    let thrown: { error: unknown } | undefined
    let file: Uint8Array | undefined
    try {
      file = fit(this.core, plain(table), testTable === undefined ? undefined : plain(testTable), options, progress => {
        try {
          meter.hear(progress)
        } catch (error) {
          thrown = { error }
        }
        return thrown !== undefined || signal?.aborted === true
      })
    } catch (error) {
      if (thrown === undefined && signal?.aborted !== true) throw error
    }
    if (thrown !== undefined) throw thrown.error
    if (signal?.aborted && !(keepBest && file !== undefined)) throw aborted(signal)
    if (file === undefined) throw new RfmError('failed', 'nothing was fitted')
    meter.end()
    const model = this.open(file)
    warn(model, options)
    return model
  }

  describe(table: unknown, { signal, ...options }: DescribeOptions = {}): TableFacts {
    if (signal?.aborted) throw aborted(signal)
    return describe(this.core, plain(table), options, 1)
  }

  shrink(model: Model, { bytes, signal }: ShrinkOptions): Model {
    if (signal?.aborted) throw aborted(signal)
    return this.open(shrink(this.core, model.toBytes(), bytes, shortHistory(model.report())))
  }

  rounds(first: unknown, second?: unknown, third?: RoundsOptions): IterableIterator<Round> {
    return this.watch(...given<RoundsOptions>(first, second, third))
  }

  private *watch(table: unknown, options: RoundsOptions): Generator<Round, undefined, undefined> {
    const { signal, at: asked, ...rest } = options
    const watched = new Watched(this.core, plain(table), asked === undefined ? undefined : plain(asked), rest)
    try {
      for (;;) {
        if (signal?.aborted) throw aborted(signal)
        const round = watched.next()
        if (round === undefined) return undefined
        yield round
      }
    } finally {
      watched.close()
    }
  }

  dispose(): void { this.held = undefined }
  [disposeSymbol](): void { this.dispose() }
}

export const syncLoader = (environment: Environment) => {
  const load = async (options: LoadOptions = {}): Promise<RfmSync> => {
    const place = standing(load)
    try {
      const { module } = await loadModule({ ...environment, mayWait: false }, options)
      return new SameThread(await Core.create(module))
    } catch (error) {
      throw at(place, error)
    }
  }
  return load
}
