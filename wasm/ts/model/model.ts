// A model in the module's memory, with the abilities of types.ts. The file it was
// opened from is all that it is.
import { around, coverageOf, oneAnswer } from './answers.js'
import { isRow } from './cells.js'
import type { Core, Handle } from './core.js'
import { disposeSymbol } from './disposal.js'
import { RfmError } from '../interface/errors.js'
import { plain, withTable } from './tables.js'
import type {
  Direction, Dropped, Explanation, History, Importance, Matrix, Model, Permuted, PredictOptions, Prediction, Report, Scores, Task
} from '../interface/types.js'

type Names = Pick<Report, 'target' | 'task' | 'columns' | 'classes'>

interface Facts extends Omit<Report, 'history' | keyof Names> {
  readonly featureNames: readonly string[]
  readonly featureColumns: readonly number[]
}

interface Held { readonly core: Core; readonly handle: Handle }

function free({ core, handle }: Held): void {
  if (!core.broken) core.exports.model_free(handle)
}

const forgotten = new FinalizationRegistry<Held>(free)

function parsed(text: string): History {
  try {
    const history: unknown = JSON.parse(text)
    return typeof history === 'object' && history !== null ? history : {}
  } catch {
    return {}
  }
}

/** A handle to the model of these bytes, which are copied. */
export function opened(core: Core, bytes: Uint8Array): Handle {
  const handle = core.guarded(exports => core.lend(bytes, (at, size) => exports.model_open(at, size)))
  if (handle === 0) core.call(() => 0, () => {})
  return handle
}

/** The words of the model are those of the program: --drop there is the option drop here. */
const optionOfTheProgram = /--([a-z]+)((?:-[a-z]+)*)/g
const asHere = (_: string, first: string, rest: string): string =>
  `the option ${first}${rest.replace(/-(.)/g, (__, letter: string) => letter.toUpperCase())}`

export class OpenModel implements Model {
  private held: Held | undefined
  private readonly names: Names
  private known: Facts | undefined
  readonly size: number

  constructor(core: Core, bytes: Uint8Array) {
    const handle = opened(core, bytes)
    this.held = { core, handle }
    forgotten.register(this, this.held, this)
    this.names = core.call(exports => exports.model_names(handle), c => c.json() as Names)
    this.size = bytes.byteLength
  }

  private get open(): Held {
    if (this.held === undefined) throw new RfmError('disposed', 'the model was disposed of')
    return this.held
  }

  private get facts(): Facts {
    const { core, handle } = this.open
    return this.known ??= core.call(exports => exports.model_facts(handle), c => c.json() as Facts)
  }

  get task(): Task { return this.names.task }
  get target(): string { return this.names.target }
  get columns(): readonly string[] { return this.names.columns }
  get classes(): readonly string[] { return this.names.classes }
  get disposed(): boolean { return this.held === undefined }

  get dropped(): readonly Dropped[] {
    const { columns = [] } = this.history()
    return columns.filter(({ role }) => role === 'ignored')
      .map(({ name, reason }) => ({ column: name, reason: reason.replace(optionOfTheProgram, asHere) }))
  }

  predict(rows: unknown, options: PredictOptions = {}): any {
    if (!isRow(rows)) return this.predictAll(rows, options)
    const answers = this.predictAll([rows], options)
    return { ...oneAnswer(answers, this.classes), ...(answers.novelties && { novelty: answers.novelties[0] }) }
  }

  private predictAll(rows: unknown, options: PredictOptions): Prediction {
    const { core, handle } = this.open
    const interval = coverageOf(options)
    const answer = withTable(core, plain(rows, this.columns), table => core.call(exports => exports.model_predict(handle, table), c => ({
      numbers: c.floats(1), probabilities: c.floats(2), ...c.json() as { rows: number, notes: string[] }
    })), this.columns)
    const { numbers, probabilities, rows: n, notes } = answer
    const values = numbers.slice(0, n), { task } = this
    const told = { rows: n, values, ...(numbers.length > n && { novelties: numbers.slice(n) }), notes }
    if (task === 'regression')
      return { task, ...told, intervals: around(values, value => core.exports.model_interval(handle, interval, value)) }
    return { task, ...told, labels: Array.from(values, k => this.classes[k]!), probabilities }
  }

  evaluate(table: unknown): Scores {
    const { core, handle } = this.open
    const names = [...this.columns, this.target]
    return withTable(core, plain(table), at => core.call(exports => exports.model_evaluate(handle, at), c => c.json() as Scores),
      names)
  }

  permutation(table: unknown, columns = this.columns): Permuted[] {
    const { core, handle } = this.open
    const found: Permuted[] = []
    withTable(core, plain(table), at => {
      for (const name of columns) {
        const column = this.columns.indexOf(name)
        if (column < 0) throw new RfmError('input', `the model has no column '${name}'`)
        if (!found.some(group => group.columns.includes(name)))
          found.push(core.call(exports => exports.model_permutation(handle, at, column), c => c.json() as Permuted))
      }
    }, [...this.columns, this.target])
    return found.sort((a, b) => b.fall - a.fall)
  }

  explain(row: object): Explanation {
    const { core, handle } = this.open
    const found = withTable(core, plain([row], this.columns),
      at => core.call(exports => exports.model_explain(handle, at), c => c.json() as Explanation))
    const pushes = [...found.pushes].sort((a, b) => Math.abs(b.push) - Math.abs(a.push))
    return { ...found, pushes }
  }

  importances(): Importance[] {
    const recorded = this.history().importances
    if (recorded !== undefined) return recorded.map(({ column, share }) => ({ column, share }))
    // Without a history: what M says, over the features of each column.
    const { values, size } = this.matrix()
    const shares = new Float64Array(this.columns.length)
    this.facts.featureColumns.forEach((column, k) => { shares[column]! += values[k * size + k]! })
    const total = shares.reduce((sum, share) => sum + share, 0) || 1
    return this.columns.map((column, k) => ({ column, share: shares[k]! / total })).sort((a, b) => b.share - a.share)
  }

  matrix(): Matrix {
    const { core, handle } = this.open
    const values = core.call(exports => exports.model_matrix(handle), c => c.floats(1))
    return { features: this.facts.featureNames, size: this.facts.features, values }
  }

  directions(count = this.facts.rank): Direction[] {
    const { core, handle } = this.open
    const [values, vectors] = core.call(exports => exports.model_directions(handle), c => [c.floats(1), c.floats(2)] as const)
    const size = this.facts.features
    const total = values.reduce((sum, value) => sum + Math.max(value, 0), 0) || 1
    return Array.from({ length: Math.max(0, Math.min(count, this.facts.rank)) }, (_, k) => ({
      share: Math.max(values[k]!, 0) / total, features: this.facts.featureNames,
      weights: vectors.slice(k * size, (k + 1) * size)
    }))
  }

  private history(): History {
    const { core, handle } = this.open
    return parsed(core.call(exports => exports.model_history(handle), c => c.text()))
  }

  report(): Report {
    const { featureNames: _, featureColumns: __, ...facts } = this.facts
    return { ...this.names, ...facts, history: this.history() }
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const { core, handle } = this.open
    return core.bytes(core.exports.model_data(handle), core.exports.model_size(handle)).slice()
  }

  private exported<T>(form: number, name: string, read: (core: Core) => T): T {
    const { core, handle } = this.open
    return core.call(exports => core.lendText(name, (at, size) => exports.model_export(handle, form, at, size)), read)
  }

  toC(name = 'model'): string { return this.exported(0, name, core => core.text()) }
  toJson(): string { return this.exported(1, '', core => core.text()) }
  toOnnx(): Uint8Array<ArrayBuffer> { return this.exported(2, '', core => core.file()) }

  dispose(): void {
    if (this.held === undefined) return
    free(this.held)
    this.held = undefined
    forgotten.unregister(this)
  }

  [disposeSymbol](): void { this.dispose() }
}
