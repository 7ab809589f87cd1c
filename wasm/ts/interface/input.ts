// What goes in: tables, and what may be asked of training.
import type { Progress } from './output.js'
import type { ColumnOptions, SearchOptions, Wishes } from './training.js'

export type { KernelName } from './kernels.js'
export type * from './training.js'

export type ColumnKind = 'number' | 'yes/no' | 'category'
export type ColumnRole = 'feature' | 'target' | 'weight' | 'ignored'

/**
 * One cell. null, undefined, NaN and '' are missing; booleans are
 * yes/no; dates become their ISO text.
 */
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

/** CSV text, or its bytes in UTF-8, UTF-16 or Windows-1252, which is found out. */
export interface CsvTable {
  readonly csv: string | Uint8Array | ArrayBuffer
  /** Found out among , ; tab and | when not given. */
  readonly delimiter?: ',' | ';' | '\t' | '|'
  /** true: the first line names the columns. false: there are no names, columns are called column_1, column_2, ...
   * Found out when not given. */
  readonly header?: boolean
}

export type ColumnsTable = Readonly<Record<string, readonly Cell[] | NumberArray>>

/**
 * CSV text, an object of columns, an array of objects (missing keys are missing
 * cells), or numbers with a shape.
 */
export type Table = string | CsvTable | ColumnsTable | readonly Readonly<Record<string, Cell>>[] | ShapedTable

/** The same table, options and seed give the same bytes everywhere. */
export interface FitOptions extends ColumnOptions, Wishes, SearchOptions {
  /** Rows to score on instead, with the same columns. */
  readonly testTable?: Table
  /** Refuse, before anything is computed, what takes more bytes than this; 2 GiB by default. */
  readonly memoryLimit?: number
  /**
   * Stops within 100 ms; fit then rejects with an RfmError of code
   * 'aborted' and nothing stays allocated.
   */
  readonly signal?: AbortSignal
  /**
   * What the signal ends is the search alone: with a best candidate so far, fit goes on with that
   * one, cross-validates it on all rows and resolves to its model. Without one it rejects as usual.
   */
  readonly keepBest?: boolean
  readonly onProgress?: (progress: Progress) => void
}
