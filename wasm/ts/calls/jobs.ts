// Pieces of work on one instance of the module. The worker runs the long ones, rfm-wasm/sync
// does so on the calling thread.
import type { Core, Handle } from '../model/core.js'
import { RfmError } from '../interface/errors.js'
import { opened } from '../model/model.js'
import { limitOf, optionText } from './options.js'
import { type Plain, withTable } from '../model/tables.js'
import { metrics } from '../interface/training.js'
import type {
  DescribeOptions, FitOptions, Progress, Report, Round, RoundsOptions, Sizes, SizesOptions, TableFacts
} from '../interface/types.js'

export const versionOf = (core: Core): string => core.call(exports => exports.version(), c => c.text())

export function sizesOf(core: Core, { rows, columns, outputs = 1, metric = 'full' }: SizesOptions): Sizes {
  const kind = metrics.indexOf(metric)
  if (kind < 0) throw new RfmError('input', `option metric: '${metric}' is none of ${metrics.join(', ')}`)
  return core.call(exports => exports.sizes(rows, columns, outputs, kind), c => c.json() as Sizes)
}

const withOptional = <T>(core: Core, table: Plain | undefined, work: (handle: Handle) => T): T =>
  table === undefined ? work(0) : withTable(core, table, work)

/** For training by so many threads. */
export function describe(core: Core, table: Plain, options: DescribeOptions, threads: number): TableFacts {
  return withTable(core, table, at => core.call(exports => core.lendText(optionText(options),
    (text, size) => exports.describe(at, text, size, threads)), c => c.json() as TableFacts))
}

/** The bytes of the model file. `hear` returning true ends the search with the best so far. */
export function fit(core: Core, table: Plain, test: Plain | undefined, options: FitOptions,
  hear: (progress: Progress) => boolean): Uint8Array<ArrayBuffer> {
  core.listener = json => hear(JSON.parse(json) as Progress)
  try {
    return withTable(core, table, at => withOptional(core, test, testAt =>
      core.call(exports => core.lendText(optionText(options),
        (text, size) => exports.train(at, testAt, text, size, limitOf(options))), c => c.file())))
  } finally {
    core.listener = undefined
  }
}

/** What a smaller model says of its origin: how the large one came about, without the search. */
export function shortHistory(report: Report): string {
  const { program, version, seed, task, target, rows, train_rows, chosen, importances, test } = report.history
  const kept = { program, version, seed, task, target, rows, train_rows, chosen, importances,
    test: test === undefined ? undefined : { ...test, confusion: undefined },
    shrunk_from_bytes: report.bytes.file }
  return JSON.stringify(kept)
}

export function shrink(core: Core, file: Uint8Array, bytes: number, history: string): Uint8Array<ArrayBuffer> {
  if (!(Number.isInteger(bytes) && bytes > 0 && bytes < 2 ** 32))
    throw new RfmError('input', `option bytes: ${bytes} is not a number of bytes`)
  const handle = opened(core, file)
  try {
    return core.call(exports => core.lendText(history, (at, size) => exports.model_shrink(handle, bytes, at, size)),
      c => c.file())
  } finally {
    if (!core.broken) core.exports.model_free(handle)
  }
}

/** A fit that waits after every round. Close it, also when it came to its end. */
export class Watched {
  private handle: Handle

  constructor(private readonly core: Core, table: Plain, asked: Plain | undefined, options: RoundsOptions) {
    const limit = limitOf(options)
    this.handle = withTable(core, table, at => withOptional(core, asked, rows =>
      core.lendText(optionText(options), (text, size) => core.exports.rounds_start(at, rows, text, size, limit))))
    if (this.handle === 0) core.call(() => 0, () => {})
  }

  /** Undefined after the last round. */
  next(): Round | undefined {
    return this.core.guarded(exports => {
      try {
        if (this.handle === 0) return undefined
        if (exports.rounds_next(this.handle) === 0) {
          if (this.core.text() === '') return undefined
          throw this.core.refusal('failed')
        }
        const facts = this.core.json() as Omit<Round, 'diagonal' | 'matrix' | 'answers'>
        const matrix = this.core.floats(1), answers = this.core.floats(2), size = facts.features.length
        const diagonal = Float32Array.from({ length: size }, (_, k) => matrix[k * size + k]!)
        return { ...facts, diagonal, matrix, ...(answers.length > 0 && { answers }) }
      } finally {
        if (!this.core.broken) exports.outbox_clear()
      }
    })
  }

  close(): void {
    if (this.handle !== 0 && !this.core.broken) this.core.exports.rounds_free(this.handle)
    this.handle = 0
  }
}
