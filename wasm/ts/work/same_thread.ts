// `load()` of 'rfm-wasm/sync': everything on the calling thread, for workers of
// one's own, scripts and tests.
import { Core } from '../model/core.js'
import { RfmError } from '../interface/errors.js'
import { describe, fit, shortHistory, shrink, sizesOf, versionOf, Watched } from './jobs.js'
import { OpenModel } from '../model/model.js'
import { type Environment, loadModule } from '../platform/module.js'
import { joined } from '../model/tables.js'
import type {
  Answers, DescribeOptions, Features, FitOptions, LoadOptions, Model, RfmSync, Round, RoundsOptions, Sizes, SizesOptions,
  Table, TableFacts
} from '../interface/types.js'
import { aborted } from './workers.js'

class SameThread implements RfmSync {
  readonly version: string
  readonly threads = 1

  constructor(private readonly core: Core) {
    this.version = versionOf(core)
  }

  open(bytes: Uint8Array | ArrayBuffer): Model {
    return new OpenModel(this.core, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
  }

  sizes(options: SizesOptions): Sizes { return sizesOf(this.core, options) }

  fit(table: Table, options: FitOptions = {}): Model {
    const { signal, onProgress, keepBest = false } = options
    if (signal?.aborted) throw aborted(signal)
    let thrown: { error: unknown } | undefined
    let file: Uint8Array | undefined
    try {
      file = fit(this.core, table, options, progress => {
        try {
          onProgress?.(progress)
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
    return this.open(file)
  }

  describe(table: Table, options: DescribeOptions = {}): TableFacts { return describe(this.core, table, options, 1) }

  shrink(model: Model, options: { readonly bytes: number }): Model {
    return this.open(shrink(this.core, model.toBytes(), options.bytes, shortHistory(model.report())))
  }

  rounds(first: Table | Features, second?: Answers | RoundsOptions, third?: RoundsOptions): IterableIterator<Round> {
    const apart = Array.isArray(second) || ArrayBuffer.isView(second)
    const table = apart ? joined(first as Features, second as Answers) : first as Table
    return this.watch(table, (apart ? third : second as RoundsOptions | undefined) ?? {})
  }

  private *watch(table: Table, options: RoundsOptions): Generator<Round, undefined, undefined> {
    const { signal, ...rest } = options
    const watched = new Watched(this.core, table, rest)
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
}

export const syncLoader = (environment: Environment) => async (options: LoadOptions = {}): Promise<RfmSync> => {
  const { module } = await loadModule({ ...environment, mayWait: false }, options)
  return new SameThread(await Core.create(module))
}
