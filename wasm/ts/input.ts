// What goes in: tables, and what may be asked of training.
import type { KernelName } from './kernels.js'
import type { Progress } from './output.js'

export type { KernelName } from './kernels.js'

/** What the target is: a number, or one of several classes. */
export type Task = 'regression' | 'classification'
export type Metric = 'full' | 'diagonal' | 'identity'
export type ColumnKind = 'number' | 'yes/no' | 'category'
export type ColumnRole = 'feature' | 'target' | 'weight' | 'ignored'

/** One cell. null, undefined, NaN and '' are missing; booleans are yes/no; dates become their ISO text. */
export type Cell = string | number | bigint | boolean | Date | null | undefined
export type NumberArray =
  | Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array
  | Uint8ClampedArray

/** Numbers with a shape, row-major; columns are called column_1, column_2, ... unless named. */
export interface ShapedTable {
  readonly data: NumberArray | readonly number[]
  /** [rows, columns] */
  readonly shape: readonly [number, number]
  readonly names?: readonly string[]
}

/** CSV text with a header line, or its bytes in UTF-8. */
export interface CsvTable {
  readonly csv: string | Uint8Array | ArrayBuffer
  /** Found out among , ; tab and | when not given. */
  readonly delimiter?: ',' | ';' | '\t' | '|'
  /** false: there is no header line, columns are called column_1, column_2, ... */
  readonly header?: boolean
}

export type ColumnsTable = Readonly<Record<string, readonly Cell[] | NumberArray>>

/** CSV text, an object of columns, an array of objects (missing keys are missing cells), or numbers with a shape. */
export type Table = string | CsvTable | ColumnsTable | readonly Readonly<Record<string, Cell>>[] | ShapedTable

/** Which columns are used, as what. Names that are not columns are refused. */
export interface ColumnOptions {
  /** The column to predict; default: the last one. */
  readonly target?: string
  readonly task?: Task
  /** Use these features and no others. */
  readonly columns?: readonly string[]
  readonly drop?: readonly string[]
  readonly categorical?: readonly string[]
  readonly numeric?: readonly string[]
  /** A column of weights of the rows, not negative; a row of weight 0 counts for nothing. */
  readonly weights?: string
}

/** What the search would otherwise choose. */
export interface Wishes {
  readonly kernel?: KernelName
  /** Norm of kernel 'lpq': 1, 1.25, 1.5, 1.75 or 2. */
  readonly p?: number
  /** Exponent of kernel 'lpq', at most p. */
  readonly q?: number
  /** Hidden layers of kernels 'nngp' and 'ntk', 1 to 5. */
  readonly layers?: number
  readonly bias?: number
  readonly bandwidth?: number
  readonly ridge?: number
  /** Updates of the metric, 0 to 100. */
  readonly rounds?: number
  readonly metric?: Metric
  readonly centreGradients?: boolean
}

export interface FitOptions extends ColumnOptions, Wishes {
  /** Share of the rows that is kept out of everything but the final score; 0 by default. */
  readonly test?: number
  /** Rows to score on instead, with the same columns. */
  readonly testTable?: Table
  /** Average so many of the best candidates; 1 by default. */
  readonly ensemble?: number
  /** 1 by default. The same table, options and seed give the same bytes everywhere. */
  readonly seed?: number
  /** Seconds after which the search goes on with the best so far; no limit by default. */
  readonly budget?: number
  /** Planned work in units of the default. */
  readonly effort?: number
  /** Refuse, before anything is computed, what takes more bytes than this; 2 GiB by default. */
  readonly memoryLimit?: number
  /** Stops within 100 ms; fit then rejects with an RfmError of code 'aborted' and nothing stays allocated. */
  readonly signal?: AbortSignal
  /**
   * What the signal ends is the search alone: with a best candidate so far, fit goes on with that one, cross-validates it on all rows and
   * resolves to its model. Without one it rejects as usual.
   */
  readonly keepBest?: boolean
  readonly onProgress?: (progress: Progress) => void
}
