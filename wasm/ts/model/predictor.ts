// Prediction alone: a module instance for each model, its memory given out here from the bottom up
// and taken back after every batch. The collector frees all of it with the model.
import { around, coverageOf, oneAnswer } from './answers.js'
import { cellsOf, checkShape, columnOf, isRow, kindOf, rowsOf } from './cells.js'
import { disposeSymbol } from './disposal.js'
import { aborted, at, RfmError, standing } from '../interface/errors.js'
import { absolute, type Compile, notLoaded } from '../platform/address.js'
import type {
  Cell, ColumnsTable, NumberArray, Outputs, PredictOnlyOptions, PredictOptions, Prediction, Predictor, ShapedTable, Task
} from '../interface/types.js'

interface Exports {
  readonly memory: WebAssembly.Memory
  readonly __heap_base: WebAssembly.Global
  open_model(bytes: number, size: number, room: number): number
  model_facts(): number
  encode_numbers(k: number, numbers: number, stride: number, rows: number, x: number, counts: number): void
  last_date(k: number): number
  encode_text(k: number, cells: number, rows: number, x: number, counts: number): void
  answer(x: number, rows: number, outputs: number, one: number, scratch: number): void
  decode(outputs: number, rows: number, values: number, probabilities: number): void
  interval(coverage: number, value: number): number
}

/** The core's words for what may be wrong with a file, by its Status. */
const words: Record<number, string> = {
  18: 'these bytes are not an rfm model',
  19: 'the model was written by a newer version of rfm',
  20: 'the file is incomplete',
  22: 'this model has 64-bit numbers, which this package leaves out: train it without --float64'
}
const damaged = 'the model is damaged: its checksum or its sizes do not agree'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })
const category = 2, date = 3

/** As the module would write it: the fewest digits that read back. */
function numberText(x: number): string {
  const size = Math.abs(x)
  if (Number.isNaN(x)) return ''
  if (size === Infinity) return x > 0 ? 'inf' : '-inf'
  return size !== 0 && (size < 1e-5 || size >= 1e17) ? x.toExponential().replace('e+', 'e') : String(x)
}

interface Column { readonly name: string; readonly kind: number }

export class SmallModel implements Predictor {
  readonly task: Task
  readonly target: string
  readonly columns: readonly string[]
  readonly classes: readonly string[]
  readonly features: number
  readonly outputs: number
  readonly size: number
  private held: Exports | undefined
  private readonly column: readonly Column[]
  private readonly encoded: boolean
  private readonly scratch: number
  private used: number

  constructor(instance: WebAssembly.Instance, bytes: Uint8Array) {
    this.held = instance.exports as unknown as Exports
    this.used = this.exports.__heap_base.value as number
    this.size = bytes.length
    const status = this.exports.open_model(this.put(bytes), bytes.length, this.take(bytes.length + 128))
    if (status) throw new RfmError('input', words[status] ?? damaged)
    const [encoded, features, outputs, columns, classes, column, name, strings, target, length, scratch] =
      this.words(this.exports.model_facts(), 11) as unknown as number[]
    const text = (at: number, size: number): string => {
      try { return decoder.decode(this.bytes(strings! + at, size)) } catch { throw new RfmError('input', damaged) }
    }
    this.encoded = encoded === 1
    this.features = features!
    this.outputs = outputs!
    this.scratch = scratch!
    this.column = Array.from({ length: columns! }, (_, k) => {
      const [at, size, kind] = this.words(column! + 32 * k, 3) as unknown as number[]
      return { name: text(at!, size!), kind: kind! }
    })
    this.columns = this.column.map(({ name }) => name)
    const names = this.words(name!, 2 * classes!)
    this.classes = Array.from({ length: classes! }, (_, k) => text(names[2 * k]!, names[2 * k + 1]!))
    this.task = classes! > 0 ? 'classification' : 'regression'
    this.target = text(target!, length!)
  }

  private get exports(): Exports {
    if (!this.held) throw new RfmError('disposed', 'the model was disposed of')
    return this.held
  }

  get disposed(): boolean { return !this.held }
  dispose(): void { this.held = undefined }
  [disposeSymbol](): void { this.dispose() }

  private bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, size)
  }
  private words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.exports.memory.buffer, address, count)
  }
  private floats(address: number, count: number): Float32Array {
    return new Float32Array(this.exports.memory.buffer, address, count)
  }

  /** Zeros, at a multiple of 16. */
  private take(size: number): number {
    const { memory } = this.exports
    const address = Math.ceil(this.used / 16) * 16, missing = address + size - memory.buffer.byteLength
    try {
      if (missing > 0) memory.grow(Math.ceil(missing / 65536))
    } catch {
      throw new RfmError('too-large', `the module cannot have another ${size} bytes of memory`, { bytesNeeded: address + size })
    }
    this.used = address + size
    this.bytes(address, size).fill(0)
    return address
  }

  private put(data: ArrayBufferView): number {
    const address = this.take(data.byteLength)
    this.bytes(address, data.byteLength).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    return address
  }

  /** Runs work in memory that is free again behind it. */
  private batch<T>(work: () => T): T {
    const mark = this.used
    try {
      return work()
    } finally {
      this.used = mark
    }
  }

  private answer(x: number, rows: number): number {
    const size = 4 * rows * this.outputs
    const outputs = this.take(size)
    this.exports.answer(x, rows, outputs, this.take(size), this.take(this.scratch))
    return outputs
  }

  predict(rows: unknown, options: PredictOptions = {}): any {
    if (!isRow(rows)) return this.predictAll(rows, options)
    return oneAnswer(this.predictAll([rows], options), this.classes)
  }

  private predictAll(table: unknown, options: PredictOptions): Prediction {
    const coverage = coverageOf(options)
    if (!this.encoded)
      throw new RfmError('unsupported', 'the model has no encoding, so it cannot read tables')
    return this.batch(() => {
      const { rows, x, notes } = this.encode(table)
      const values = this.take(4 * rows), probabilities = this.take(4 * rows * this.classes.length)
      this.exports.decode(this.answer(x, rows), rows, values, probabilities)
      const answers = { task: this.task, rows, values: this.floats(values, rows).slice(), notes }
      return (this.task === 'regression'
        ? { ...answers, intervals: around(answers.values, value => this.exports.interval(coverage, value)) }
        : { ...answers, labels: Array.from(answers.values, k => this.classes[k]!),
          probabilities: this.floats(probabilities, rows * this.classes.length).slice() }) as Prediction
    })
  }

  answerFeatures({ data, shape: [rows, features] }: ShapedTable): Outputs {
    checkShape({ data, shape: [rows, features] }, undefined)
    if (features !== this.features)
      throw new RfmError('input', `a row has ${features} features, the model takes ${this.features}`)
    return this.batch(() => {
      const outputs = this.answer(this.put(Float32Array.from(data as ArrayLike<number>)), rows)
      return { data: this.floats(outputs, rows * this.outputs).slice(), shape: [rows, this.outputs] }
    })
  }

  private encode(table: unknown): { rows: number; x: number; notes: string[] } {
    const kind = kindOf(table)
    if ('csv' in kind)
      throw new RfmError('unsupported', 'CSV text is read by the whole package: give columns or rows')
    return 'shaped' in kind ? this.encodeShaped(kind.shaped) : this.encodeColumns(kind.columns)
  }

  private encodeShaped(shaped: ShapedTable): { rows: number; x: number; notes: string[] } {
    const given = checkShape(shaped, this.columns), width = shaped.shape[1]
    const columns: Record<string, Float64Array> = {}
    for (let k = 0; k < width; ++k) columns[given?.[k] ?? `column_${k + 1}`] = columnOf(shaped, k)
    return this.encodeColumns(columns)
  }

  private encodeColumns(columns: ColumnsTable): { rows: number; x: number; notes: string[] } {
    const rows = rowsOf(columns), x = this.take(4 * rows * this.features), counts = this.take(20 * this.column.length)
    this.column.forEach((column, k) => {
      const cells = Object.hasOwn(columns, column.name) ? columns[column.name] : undefined
      if (!cells)
        throw new RfmError('input', `the column '${column.name}' that the model was trained with is not in this table`)
      this.batch(() => this.encodeColumn(k, cells, rows, x, counts + 20 * k))
    })
    return { rows, x, notes: this.column.flatMap((_, k) => this.strange(k, counts + 20 * k)) }
  }

  private encodeColumn(k: number, cells: readonly Cell[] | NumberArray, rows: number, x: number, counts: number): void {
    const { name, kind } = this.column[k]!
    let read = cellsOf(cells, name)
    if (typeof read !== 'string') {
      if (kind !== category && kind !== date) return this.exports.encode_numbers(k, this.put(read), 1, rows, x, counts)
      read = Array.from(read, number => numberText(number) + '\0').join('')
    }
    this.exports.encode_text(k, this.put(encoder.encode(read)), rows, x, counts)
  }

  private strange(k: number, counts: number): string[] {
    const [unseen, unreadable, first, later, firstLater] = this.words(counts, 5) as unknown as number[]
    const say = (cells: number, what: string, row: number): string[] => !cells ? []
      : [`column '${this.column[k]!.name}': ${cells} ${cells === 1 ? 'cell' : 'cells'} ${what}, first in row ${row + 1}`]
    const last = later === 0 ? '' : String(this.exports.last_date(k)).padStart(8, '0').replace(/(....)(..)(..)/, '$1-$2-$3')
    return [...say(unseen!, 'of a category that training did not have, taken as average', first!),
      ...say(unreadable!, 'that could not be read, taken as missing', first!),
      ...say(later!, `after ${last}, the last day of training`, firstLater!)]
  }
}

/** The module, compiled once where nobody gives another. */
let own: Promise<WebAssembly.Module> | undefined

export const opener = (module: () => URL, compile: Compile) =>
  async (bytes: Uint8Array | ArrayBuffer, options: PredictOnlyOptions = {}): Promise<Predictor> => {
    const place = standing(opener)
    const { url, signal } = options
    let compiled: WebAssembly.Module
    try {
      compiled = options.module as WebAssembly.Module | undefined ??
        await (options.bytes ? WebAssembly.compile(options.bytes as BufferSource)
          : url ? compile(absolute(url), signal) : own ??= compile(module()))
    } catch (error) {
      own = undefined
      throw at(place, signal?.aborted ? aborted(signal) : notLoaded(error))
    }
    return new SmallModel(await WebAssembly.instantiate(compiled), bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
  }
