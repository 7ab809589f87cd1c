// The public interface of rfm-wasm: what goes in, what comes out, and what can go wrong. Everything else in this package
// makes these types true. Nothing here costs a byte at run time.

/** What the target is: a number, or one of several classes. */
export type Task = 'regression' | 'classification'
export type Metric = 'full' | 'diagonal' | 'identity'
export type ColumnKind = 'number' | 'yes/no' | 'category'
export type ColumnRole = 'feature' | 'target' | 'weight' | 'ignored'
export type KernelName = 'laplace' | 'gaussian' | 'matern32' | 'matern52' | 'lpq' | 'nngp' | 'ntk' | `lpq-${string}`

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
  /** A column of positive weights of the rows. */
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
  readonly onProgress?: (progress: Progress) => void
}

/** One point of the search, in the words of the model's history. */
export interface Choice {
  readonly kernel: string
  readonly p?: number
  readonly q?: number
  readonly layers?: number
  readonly bias?: number
  readonly bandwidth?: number
  readonly ridge: number
  readonly metric: Metric
  readonly iterations: number
}

export interface Progress {
  /** Share of the planned work that is done, 0 to 1. */
  readonly done: number
  readonly trying?: { readonly choice: Choice; readonly words: string }
  /** The best so far; its score is a loss, smaller is better. */
  readonly best?: { readonly choice: Choice; readonly words: string; readonly score: number }
}

/** What the package knows of one column before training. */
export interface ColumnFacts {
  readonly name: string
  readonly kind: ColumnKind
  readonly role: ColumnRole
  /** Why, in a sentence for people. */
  readonly reason: string
  readonly missing: number
  readonly distinct: number
  /** Cells that are numbers. */
  readonly numbers: number
  /** Where the first cell stands that is neither a number nor missing; 0 when there is none. */
  readonly oddLine: number
}

export interface TableFacts {
  readonly rows: number
  readonly task: Task
  readonly taskReason: string
  readonly target: string
  readonly columns: readonly ColumnFacts[]
  /** The first rows as text, in the order of `columns`. */
  readonly preview: readonly (readonly string[])[]
  /** Columns of numbers that the machine will see. */
  readonly features: number
  /** 1, or the number of classes less 1. */
  readonly outputs: number
  /** An upper bound of the bytes that fit takes with these options. */
  readonly bytesToTrain: number
}

export interface DescribeOptions extends ColumnOptions {
  /** Rows of the preview; 10 by default. */
  readonly preview?: number
}

export interface SizesOptions {
  readonly rows: number
  /** Features of a row once encoded. */
  readonly columns: number
  /** 1, or the number of classes less 1. */
  readonly outputs?: number
  readonly metric?: Metric
}

/** Exact bytes on a device with 32-bit addresses, in float32, one thread. */
export interface Sizes {
  readonly data: number
  readonly model: number
  readonly workspace: number
  /** data, model and workspace together. */
  readonly train: number
  /** Scratch of predictions; the model itself may lie in flash. */
  readonly predict: number
}

/** Scores by name: r2, rmse, mae; accuracy, balanced_accuracy, log_loss, brier, auc, f1. */
export interface Scores {
  readonly rows: number
  /** [truth][answer], in the order of the classes. */
  readonly confusion?: readonly (readonly number[])[]
  readonly [score: string]: number | readonly (readonly number[])[] | undefined
}

export interface PredictOptions {
  /** Share of new rows that the interval is to cover; 0.9 by default. */
  readonly interval?: number
}

export interface Prediction {
  readonly rows: number
  /** Regression: the answers. Classification: which class is likeliest, as an index of `model.classes`. */
  readonly values: Float32Array
  /** Classification: the likeliest classes' names. */
  readonly labels?: readonly string[]
  /** Classification: (rows, classes), row-major; each row sums to 1. */
  readonly probabilities?: Float32Array
  /** Regression: (rows, 2), row-major: low and high. */
  readonly intervals?: Float32Array
  /** A sentence for each column with cells that could not be read or were not seen in training. */
  readonly notes: readonly string[]
}

export interface Importance {
  readonly column: string
  /** Of all columns together; they add up to 1. */
  readonly share: number
}

/** The learned matrix M over features: symmetric, row-major. */
export interface Matrix {
  readonly features: readonly string[]
  readonly size: number
  readonly values: Float32Array
}

/** An eigenvector of M. */
export interface Direction {
  /** Its eigenvalue as a share of all of them. */
  readonly share: number
  readonly features: readonly string[]
  readonly weights: Float32Array
}

export interface Explanation {
  /** Regression: the answer. Classification: the probability of `label`. */
  readonly value: number
  readonly label?: string
  /** What each column adds to the average row's answer, largest first. Regression: in units of the target. */
  readonly pushes: readonly { readonly column: string; readonly push: number }[]
}

/** What a model says about itself; the history of training has the keys of `rfm train --json`. */
export interface Report {
  readonly type: 'float32' | 'float64'
  readonly kernel: { readonly name: string; readonly p?: number; readonly q?: number; readonly bandwidth?: number;
    readonly layers?: number; readonly bias?: number }
  readonly metric: Metric
  readonly centres: number
  readonly features: number
  readonly rank: number
  readonly outputs: number
  readonly members: number
  readonly bytes: { readonly file: number; readonly predict: number; readonly gradient: number }
  readonly target: string
  readonly task: Task
  /** Raw columns, in the order in which cells are given. */
  readonly columns: readonly string[]
  readonly classes: readonly string[]
  readonly history: History
}

/** Models from elsewhere may lack any of it. */
export interface History {
  readonly program?: string
  readonly version?: string
  readonly seed?: number
  readonly task?: Task
  readonly target?: string
  readonly rows?: number
  readonly train_rows?: number
  readonly fitted_rows?: number
  readonly features?: number
  readonly outputs?: number
  readonly classes?: readonly string[]
  readonly portable?: boolean
  readonly chosen?: Choice
  readonly ensemble?: readonly Choice[]
  readonly cross_validated?: Scores
  readonly test?: Scores
  readonly importances?: readonly Importance[]
  readonly columns?: readonly { readonly name: string; readonly kind: ColumnKind; readonly role: ColumnRole;
    readonly missing: number; readonly reason: string }[]
  readonly notes?: readonly string[]
  readonly search?: {
    readonly end: 'done' | 'interrupted' | 'out of time'
    readonly score: number
    readonly tried: readonly { readonly score: number; readonly rows: number; readonly folds: number;
      readonly choice: Choice }[]
  }
  readonly shrunk_from_bytes?: number
}

export interface Model {
  readonly task: Task
  readonly target: string
  /** Raw columns that predictions need; others are ignored. */
  readonly columns: readonly string[]
  /** Names of the classes; none for a regression. */
  readonly classes: readonly string[]
  /** Bytes of the model file. */
  readonly size: number
  readonly disposed: boolean

  /** Answers for every row; needs the columns by name, in any order. A shaped table without names: in the model's order. */
  predict(rows: Table, options?: PredictOptions): Prediction
  /** Scores on rows whose answers are known. */
  evaluate(table: Table): Scores
  /** Raw columns, the most important first. */
  importances(): Importance[]
  matrix(): Matrix
  /** The largest eigenvectors of M; all that there are by default. */
  directions(count?: number): Direction[]
  /** Why one row got its answer. */
  explain(row: Readonly<Record<string, Cell>>): Explanation
  report(): Report
  /** The model file, as `rfm predict` reads it. */
  toBytes(): Uint8Array<ArrayBuffer>
  /** One C header, every name in it beginning with `name`. */
  toC(name?: string): string
  toOnnx(): Uint8Array<ArrayBuffer>
  toJson(): string
  /** Frees its memory at once; may be called twice. Everything else then throws an RfmError of code 'disposed'. */
  dispose(): void
  [Symbol.dispose](): void
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

/** Features and answers apart: x numbers with a shape or rows of numbers, y one number or name for each row. */
export type Features = ShapedTable | readonly (readonly number[])[]
export type Answers = readonly Cell[] | NumberArray

export interface LoadOptions {
  /** Where the module lies, when not beside this package. */
  readonly url?: string | URL
  /** Its bytes, ... */
  readonly bytes?: BufferSource
  /** ... or already compiled. */
  readonly module?: WebAssembly.Module
  /** 'auto' takes the SIMD build where the engine can run it; both give the same bits. */
  readonly simd?: 'auto' | boolean
  /** Where the worker script lies, when not beside this package. */
  readonly workerUrl?: string | URL
  /** More than 1 is refused with an RfmError of code 'unsupported' by builds without threads. */
  readonly threads?: number
}

/** What the asynchronous and the same-thread interface have in common. */
interface Shared {
  /** major.minor.patch */
  readonly version: string
  /** Whether the SIMD build was loaded. */
  readonly simd: boolean
  open(bytes: Uint8Array | ArrayBuffer): Model
  sizes(options: SizesOptions): Sizes
}

/** `load()` of 'rfm-wasm': long work runs in a worker. */
export interface Rfm extends Shared {
  fit(table: Table, options?: FitOptions): Promise<Model>
  describe(table: Table, options?: DescribeOptions): Promise<TableFacts>
  rounds(table: Table, options?: RoundsOptions): AsyncIterableIterator<Round>
  rounds(x: Features, y: Answers, options?: RoundsOptions): AsyncIterableIterator<Round>
  /** A smaller model of at most so many bytes; the given one stays as it is. */
  shrink(model: Model, options: { readonly bytes: number; readonly signal?: AbortSignal }): Promise<Model>
  /** Ends idle workers; models stay usable. */
  dispose(): void
  [Symbol.dispose](): void
}

/** `load()` of 'rfm-wasm/sync': everything on the calling thread. A signal can only be aborted from onProgress. */
export interface RfmSync extends Shared {
  fit(table: Table, options?: FitOptions): Model
  describe(table: Table, options?: DescribeOptions): TableFacts
  rounds(table: Table, options?: RoundsOptions): IterableIterator<Round>
  rounds(x: Features, y: Answers, options?: RoundsOptions): IterableIterator<Round>
  shrink(model: Model, options: { readonly bytes: number }): Model
}

/**
 * 'input': the table, an option or a file is wrong, and the words say where. 'too-large': it would take `bytesNeeded`.
 * 'aborted': the signal said so. 'disposed': the model is gone. 'unsupported': this build or engine cannot.
 * 'load': the module or the worker could not be had. 'failed': the computation could not be carried out.
 */
export type RfmErrorCode = 'input' | 'too-large' | 'aborted' | 'disposed' | 'unsupported' | 'load' | 'failed'
