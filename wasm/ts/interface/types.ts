/// <reference lib="esnext.disposable" preserve="true" />
// The public interface of rfm-wasm: models, the two ways of loading, and what can go wrong;
// with input.ts and output.ts. Everything else in this package makes these types true. Nothing
// here costs a byte at run time.
import type { Arriving, Cell, Cells, ColumnOptions, ColumnsTable, FitOptions, NumberArray, ShapedTable, Table,
  TableOf, Task, Wishes } from './input.js'
import type {
  DescribeOptions, Direction, Dropped, Explanation, Importance, Matrix, Permuted, PredictOptions, Prediction, Report, RowAnswer, Scores,
  Sizes, SizesOptions, TableFacts
} from './output.js'

export type * from './input.js'
export type * from './output.js'

/** What answers: a Model, or a Predictor of 'rfm-wasm/predict'. */
export interface Answering<T extends Task = Task> {
  readonly task: T
  readonly target: string
  /** Raw columns that predictions need; others are ignored. */
  readonly columns: readonly string[]
  /** Names of the classes; none for a regression. */
  readonly classes: readonly string[]
  /** Bytes of the model file. */
  readonly size: number
  readonly disposed: boolean

  /**
   * Answers for every row; needs the columns by name, in any order. A shaped table
   * without names: in the model's order.
   */
  predict(rows: Table, options?: PredictOptions): Prediction<T>
  predict<C extends object>(columns: C & { readonly [K in keyof C]: Cells }, options?: PredictOptions): Prediction<T>
  /** The answer for one row by name. */
  predict<R extends object>(row: R & { readonly [K in keyof R]: Cell }, options?: PredictOptions): RowAnswer<T>
  /**
   * Frees its memory at once; may be called twice. Everything else then throws
   * an RfmError of code 'disposed'.
   */
  dispose(): void
  [Symbol.dispose](): void
}

/** A trained model. */
export interface Model<T extends Task = Task> extends Answering<T> {
  /** Columns of the table that were left out, and why. */
  readonly dropped: readonly Dropped[]
  /** Scores on rows whose answers are known. */
  evaluate<C extends object>(table: TableOf<C>): Scores
  /** Raw columns, the most important first. */
  importances(): Importance[]
  /**
   * What each column is worth on rows that the model was not fitted on: by how much the score falls
   * when it is shuffled among them, with those that correlate by 0.7 or more. The largest fall first;
   * of the groups of these columns, or else of all.
   */
  permutation<C extends object>(table: TableOf<C>, columns?: readonly string[]): Permuted[]
  matrix(): Matrix
  /** The largest eigenvectors of M; all that there are by default. */
  directions(count?: number): Direction[]
  /** Why one row got its answer. */
  explain<R extends object>(row: R & { readonly [K in keyof R]: Cell }): Explanation
  report(): Report
  /** The model file, as `rfm predict` reads it. */
  toBytes(): Uint8Array<ArrayBuffer>
  /** One C header, every name in it beginning with `name`. */
  toC(name?: string): string
  toOnnx(): Uint8Array<ArrayBuffer>
  toJson(): string
}

export interface RoundsOptions extends ColumnOptions, Wishes {
  /** Share of the rows that scores are computed on; 0.2 by default, 0: none. */
  readonly heldOut?: number
  readonly seed?: number
  /** Rows to answer after every round. */
  readonly at?: Table
  readonly memoryLimit?: number
  readonly signal?: AbortSignal
}

/** The machine after one round. Round 0 is plain kernel ridge regression: nothing learned yet. */
export interface Round {
  readonly round: number
  /** Rounds in all, the first included. */
  readonly rounds: number
  /** Names of the features, as many as `diagonal` has entries. */
  readonly features: readonly string[]
  /** The diagonal of M, largest entry 1. */
  readonly diagonal: Float32Array
  /** M itself, (features, features) row-major. */
  readonly matrix: Float32Array
  /** Scores on the rows it was fitted on. */
  readonly fitted: Scores
  /** Scores on the rows that were held out, if any. */
  readonly heldOut?: Scores
  /** Answers for the rows of `at`: numbers, or probabilities (rows, classes). */
  readonly answers?: Float32Array
  readonly classes: readonly string[]
}

/**
 * Features and answers apart: x numbers with a shape or rows of numbers, y
 * one number or name for each row.
 */
export type Features = ShapedTable | readonly (readonly number[] | NumberArray)[] | readonly number[] | NumberArray
export type Answers = Cells

type Compiled = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object

export interface LoadOptions {
  /** Where the module lies, when not beside this package. */
  readonly url?: string | URL
  /** Its bytes, ... */
  readonly bytes?: ArrayBuffer | ArrayBufferView<ArrayBuffer>
  /** ... or already compiled: a WebAssembly.Module. */
  readonly module?: Compiled
  /** Where the worker script lies, when not beside this package. */
  readonly workerUrl?: string | URL
  /** At most so many workers at a time, others wait; by default as many as there are processors. */
  readonly workers?: number
  /** Seconds after which a worker that does not answer is an error; 10 by default. */
  readonly workerTimeout?: number
  readonly signal?: AbortSignal
  /**
   * How many threads share a fit, 1 by default; the same bits for any number. Pages must be
   * cross-origin isolated, or a number above 1 is refused with an RfmError of code 'unsupported'.
   * 'auto': as many as there are processors, at most 8, and 1 where there can be no more.
   */
  readonly threads?: number | 'auto'
}

/** What the asynchronous and the same-thread interface have in common. */
interface Shared {
  /** major.minor.patch */
  readonly version: string
  /** That share a fit. */
  readonly threads: number
  /** A model file, of `rfm train` or `toBytes`. */
  open(bytes: Uint8Array | ArrayBuffer): Model
  sizes(options: SizesOptions): Sizes
  /** Ends idle workers and what still runs; models stay usable. */
  dispose(): void
  [Symbol.dispose](): void
}

/** Options of a fit whose task is settled. */
type Settled<T extends Task> = FitOptions & { readonly task: T }

/** `load()` of 'rfm-wasm': long work runs in a worker. */
export interface Rfm extends Shared {
  fit<T extends Task, C extends object = object>(table: Arriving<C>, options: Settled<T>): Promise<Model<T>>
  fit<C extends object = object>(table: Arriving<C>, options?: FitOptions): Promise<Model>
  /** x (rows, columns) and what is to be answered for each row. */
  fit<T extends Task>(x: Features, y: Answers, options: Settled<T>): Promise<Model<T>>
  fit(x: Features, y: Answers, options?: FitOptions): Promise<Model>
  /** Columns, and the options beside them. */
  fit(all: { readonly columns: ColumnsTable | ReadonlyMap<string, Cells> } & FitOptionsBeside): Promise<Model>
  describe<C extends object = object>(table: Arriving<C>, options?: DescribeOptions): Promise<TableFacts>
  rounds<C extends object = object>(table: Arriving<C>, options?: RoundsOptions): AsyncIterableIterator<Round>
  rounds(x: Features, y: Answers, options?: RoundsOptions): AsyncIterableIterator<Round>
  /** A smaller model of at most so many bytes; the given one stays as it is. */
  shrink(model: Model, options: ShrinkOptions): Promise<Model>
}

type FitOptionsBeside = Omit<FitOptions, 'columns'>
export interface ShrinkOptions { readonly bytes: number; readonly signal?: AbortSignal }

/**
 * `load()` of 'rfm-wasm/sync': everything on the calling thread. A signal can
 * only be aborted from onProgress.
 */
export interface RfmSync extends Shared {
  fit<T extends Task, C extends object = object>(table: TableOf<C>, options: Settled<T>): Model<T>
  fit<C extends object = object>(table: TableOf<C>, options?: FitOptions): Model
  fit<T extends Task>(x: Features, y: Answers, options: Settled<T>): Model<T>
  fit(x: Features, y: Answers, options?: FitOptions): Model
  fit(all: { readonly columns: ColumnsTable | ReadonlyMap<string, Cells> } & FitOptionsBeside): Model
  describe<C extends object = object>(table: TableOf<C>, options?: DescribeOptions): TableFacts
  rounds<C extends object = object>(table: TableOf<C>, options?: RoundsOptions): IterableIterator<Round>
  rounds(x: Features, y: Answers, options?: RoundsOptions): IterableIterator<Round>
  shrink(model: Model, options: ShrinkOptions): Model
}

/**
 * 'input': the table, an option or a file is wrong, and the words say where.
 * 'too-large': it would take `bytesNeeded`.
 * 'aborted': the signal said so.
 * 'disposed': the model is gone.
 * 'unsupported': this build or engine cannot.
 * 'load': the module or the worker could not be had.
 * 'failed': the computation could not be carried out.
 */
export type RfmErrorCode = 'input' | 'too-large' | 'aborted' | 'disposed' | 'unsupported' | 'load' | 'failed'

/** A model of 'rfm-wasm/predict': answers every table but CSV text, with the bits of the whole package. */
export interface Predictor<T extends Task = Task> extends Answering<T> {
  /** Numbers of a row once encoded. */
  readonly features: number
  /** 1, or the number of classes less 1. */
  readonly outputs: number
  /**
   * The machine's outputs for features, which nothing encodes: what models
   * without an encoding can be asked.
   */
  answerFeatures(features: ShapedTable): Outputs
}

export interface Outputs {
  readonly data: Float32Array
  /** [rows, outputs] */
  readonly shape: readonly [number, number]
}

/** Where predict.wasm is, when not beside this package: its address, its bytes, or compiled. */
export type PredictOnlyOptions = Pick<LoadOptions, 'url' | 'bytes' | 'module' | 'signal'>
