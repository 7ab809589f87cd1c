// What goes in: tables, and what may be asked of training.
import type { Dropped, Progress } from './output.js'
import type { ColumnOptions, SearchOptions, Wishes } from './training.js'

export type { ColumnKind } from './columns.js'
export type { KernelName } from './kernels.js'
export type * from './training.js'

export type ColumnRole = 'feature' | 'target' | 'weight' | 'ignored'

/**
 * One cell. null, undefined, NaN and '' are missing; booleans are
 * yes/no; dates become their ISO text, which is read as a date.
 */
export type Cell = string | number | bigint | boolean | Date | null | undefined
export type NumberArray =
  | Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array
  | Uint8ClampedArray

/** A column. */
export type Cells = readonly Cell[] | NumberArray

/** Numbers with a shape; columns are called column_1, column_2, ... unless named. */
export interface ShapedTable {
  readonly data: NumberArray | readonly number[]
  /** [rows, columns] */
  readonly shape: readonly [number, number]
  /** How far apart the rows lie in `data`, and the columns: [columns, 1] when not given. */
  readonly strides?: readonly [number, number]
  /** The same, as the package ndarray calls it. */
  readonly stride?: readonly [number, number]
  /** Where the first number is; 0 when not given. */
  readonly offset?: number
  readonly names?: readonly string[]
}

/** What has bytes to wait for: a File, a Blob or a Response. */
export interface Source { arrayBuffer(): Promise<ArrayBuffer> }

/** CSV text, or its bytes in UTF-8, UTF-16 or Windows-1252, which is found out. */
export interface CsvTable {
  /** A Source where the call gives a promise. */
  readonly csv: string | Uint8Array | ArrayBuffer | Source
  /** Found out among , ; tab and | when not given. */
  readonly delimiter?: ',' | ';' | '\t' | '|'
  /** true: the first line names the columns. false: there are no names, columns are called column_1, column_2, ...
   * Found out when not given. */
  readonly header?: boolean
  /** The decimal mark where the numbers of a column do not show it. */
  readonly decimal?: '.' | ','
}

export type ColumnsTable = Readonly<Record<string, Cells>>

/** A table of Apache Arrow, by its methods. */
export interface ArrowTable {
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type?: { readonly typeId?: number } }[] }
  getChild(name: string): Iterable<unknown> | null
}

/**
 * CSV text or its bytes, objects (missing keys are missing cells), arrays or Maps as rows, columns by
 * name in an object or a Map, numbers with a shape, or an Arrow table.
 */
export type Table = string | Uint8Array | ArrayBuffer | CsvTable | ShapedTable | ArrowTable | readonly object[]
  | readonly number[] | NumberArray | ColumnsTable | ReadonlyMap<string, Cells>
  | { readonly columns: ColumnsTable | ReadonlyMap<string, Cells> }

/** A table, or an object of columns whose type has no index signature. */
export type TableOf<T> = Table | (T & { readonly [K in keyof T]: Cells })
/** Also what must be waited for, such as `fetch('houses.csv')`. */
export type Arriving<T> = TableOf<T> | Source | PromiseLike<Table | Source>

/** The same table, options and seed give the same bytes everywhere. */
export interface FitOptions extends ColumnOptions, Wishes, SearchOptions {
  /** Rows to score on instead, with the same columns. */
  readonly testTable?: Table
  /** Refuse, before anything is computed, what takes more bytes than this; 2 GiB by default. */
  readonly memoryLimit?: number
  /**
   * Stops within 100 ms; fit then rejects with an RfmError of code 'aborted', whose name is
   * 'AbortError', and nothing stays allocated.
   */
  readonly signal?: AbortSignal
  /**
   * What the signal ends is the search alone: with a best candidate so far, fit goes on with that
   * one, cross-validates it on all rows and resolves to its model. Without one it rejects as usual.
   */
  readonly keepBest?: boolean
  /** At most 20 times a second, and at the end. */
  readonly onProgress?: (progress: Progress) => void
  /**
   * Hears of each column that is left out though nobody asked for it; `console.warn` when not given.
   * They are in `model.dropped` as well.
   */
  readonly onWarning?: (words: string, dropped: Dropped) => void
}
