// What comes out: facts, scores, answers and reports, and the options of those that are asked for.
import type { ColumnKind, ColumnOptions, ColumnRole, Metric, Task } from './input.js'

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
  /** The same number; models from before this word have `iterations` alone. */
  readonly rounds?: number
}

export interface Progress {
  /** Share of the work that is done: rises from 0 to 1, and is 1 at the end. */
  readonly done: number
  /** How long it may still take; absent while too little is done to tell. */
  readonly secondsLeft?: number
  readonly trying?: { readonly choice: Choice; readonly words: string }
  /** The best so far; its score is a loss, smaller is better. */
  readonly best?: { readonly choice: Choice; readonly words: string; readonly score: number }
  /** What ended since the last time. */
  readonly tried: readonly Tried[]
}

/** A trial of the search, on held-out rows; those on equally many rows compare. */
export interface Tried {
  readonly choice: Choice
  /** The share of mistakes, or of the target's variance that is left. */
  readonly error: number
  readonly rows: number
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

/** Something in a table that is not the ordinary thing. */
export interface Finding {
  /** Such as 'notation', 'missing', 'mixed units', 'totals', 'folded'. */
  readonly what: string
  readonly column?: string
  /** The first of many, counted from 1. */
  readonly line?: number
  readonly count: number
  readonly detail?: string
  /** The option that changes it, as the command line has it. */
  readonly option?: string
  /** All of it as a sentence. */
  readonly words: string
}

export interface TableFacts {
  readonly rows: number
  readonly task: Task
  readonly taskReason: string
  readonly target: string
  readonly columns: readonly ColumnFacts[]
  /** How cells are written, which rows were left out, and why. */
  readonly findings: readonly Finding[]
  /** Some rows, evenly drawn, as text in the order of `columns`. */
  readonly preview: readonly (readonly string[])[]
  /**
   * What the cells of each column are read as in these rows: numbers, 0 and 1 of yes/no, seconds
   * since 1970 of dates, names of categories; null where one is missing.
   */
  readonly read: readonly (readonly (number | string | null)[])[]
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
  readonly signal?: AbortSignal
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
  /** The share of each class's rows that were found; null where there are none. */
  readonly recall?: readonly (number | null)[]
  /** The scores of always giving one answer, and in `words` what the model's are worth. */
  readonly baseline?: Baseline
  /** Of cross-validation: the folds, and the standard deviation of each score between them. */
  readonly folds?: number
  readonly spread?: { readonly [score: string]: number | null }
  readonly [score: string]: number | readonly (number | null)[] | readonly (readonly number[])[]
    | Baseline | { readonly [score: string]: number | null } | undefined
}

export interface Baseline {
  readonly answer: string
  /** The share of its errors that the model spares. */
  readonly spared: number
  readonly words: string
  readonly [score: string]: number | string
}

export interface PredictOptions {
  /** Share of new rows that the interval is to cover; 0.9 by default. */
  readonly interval?: number
}

/** Answers for the rows of a table, each kind of answer an array over all of them. */
export interface RegressionPrediction {
  readonly task: 'regression'
  readonly rows: number
  readonly values: Float32Array
  /** (rows, 2), row-major: low and high. */
  readonly intervals: Float32Array
  /**
   * How unlike the rows of training each row is, from 0 to 1: the share of those that were less far from the
   * others. Absent for models written before there was such a thing, and from 'rfm-wasm/predict'.
   */
  readonly novelties?: Float32Array
  readonly labels?: undefined
  readonly probabilities?: undefined
  /** A sentence for each column with cells that could not be read or were not seen in training. */
  readonly notes: readonly string[]
}

export interface ClassificationPrediction {
  readonly task: 'classification'
  readonly rows: number
  /** Which class is likeliest, as an index of `model.classes`. */
  readonly values: Float32Array
  /** The likeliest classes' names. */
  readonly labels: readonly string[]
  /** (rows, classes), row-major; each row sums to 1. */
  readonly probabilities: Float32Array
  /**
   * How unlike the rows of training each row is, from 0 to 1: the share of those that were less far from the
   * others. Absent for models written before there was such a thing, and from 'rfm-wasm/predict'.
   */
  readonly novelties?: Float32Array
  readonly intervals?: undefined
  /** A sentence for each column with cells that could not be read or were not seen in training. */
  readonly notes: readonly string[]
}

/** The answer for one row. */
export interface RegressionAnswer {
  readonly task: 'regression'
  readonly value: number
  /** Low and high. */
  readonly interval: readonly [number, number]
  /** How unlike the rows of training it is, as in `novelties` of a table. */
  readonly novelty?: number
  readonly label?: undefined
  readonly probabilities?: undefined
  readonly notes: readonly string[]
}

export interface ClassificationAnswer {
  readonly task: 'classification'
  /** The likeliest class. */
  readonly label: string
  /** Of each class by its name; they sum to 1. */
  readonly probabilities: Readonly<Record<string, number>>
  /** How unlike the rows of training it is, as in `novelties` of a table. */
  readonly novelty?: number
  readonly value?: undefined
  readonly interval?: undefined
  readonly notes: readonly string[]
}

interface Predictions { readonly regression: RegressionPrediction; readonly classification: ClassificationPrediction }
interface RowAnswers { readonly regression: RegressionAnswer; readonly classification: ClassificationAnswer }
/** Of a model whose task is known, or else of either: `task` tells which. */
export type Prediction<T extends Task = Task> = Predictions[T]
export type RowAnswer<T extends Task = Task> = RowAnswers[T]

/** A column that no answer depends on, and why, in a sentence for people. */
export interface Dropped {
  readonly column: string
  readonly reason: string
}

export interface Importance {
  readonly column: string
  /** Of all columns together; they add up to 1. */
  readonly share: number
}

/** Columns that were shuffled together, since each could stand in for the others. */
export interface Permuted {
  readonly columns: readonly string[]
  /** By how much R2 or accuracy falls, and the deviation between five shuffles. */
  readonly fall: number
  readonly spread: number
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
  /**
   * What each column adds to the average row's answer, largest first.
   * Regression: in units of the target.
   */
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
  /** The same choices; models from before this word have `ensemble` alone. */
  readonly members?: readonly Choice[]
  readonly cross_validated?: Scores
  readonly test?: Scores
  readonly importances?: readonly Importance[]
  readonly columns?: readonly { readonly name: string; readonly kind: ColumnKind; readonly role: ColumnRole;
    readonly missing: number; readonly least?: number; readonly largest?: number; readonly reason: string }[]
  /** Absent where the table was the ordinary thing. */
  readonly findings?: readonly Finding[]
  readonly notes?: readonly string[]
  /** Why the scores may be better than what comes. */
  readonly warnings?: readonly { readonly kind: string; readonly column?: string; readonly words: string }[]
  readonly search?: {
    readonly end: 'done' | 'interrupted' | 'out of time'
    readonly score: number
    readonly tried: readonly { readonly score: number; readonly rows: number; readonly folds: number;
      readonly choice: Choice }[]
  }
  readonly shrunk_from_bytes?: number
}
