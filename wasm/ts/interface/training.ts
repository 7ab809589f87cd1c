// Written by toolchains/lists.py from lib/rfm/data/options.hpp.
import type { KernelName } from './kernels.js'

export type Task = 'regression' | 'classification'
export const tasks: readonly Task[] = ['regression', 'classification']
export type DateOrder = 'dmy' | 'mdy'
export const dateOrders: readonly DateOrder[] = ['dmy', 'mdy']
export type ClassWeight = 'none' | 'balanced'
export const classWeights: readonly ClassWeight[] = ['none', 'balanced']
export type Metric = 'full' | 'diagonal' | 'identity'
export const metrics: readonly Metric[] = ['full', 'diagonal', 'identity']

/** Which columns are used, as what. Names that are not columns are refused. */
export interface ColumnOptions {
  /** Column to predict. Default: the last one. */
  readonly target?: string
  /** What the target is. */
  readonly task?: Task
  /** Use these columns and no others. Default: all that are useful. */
  readonly columns?: readonly string[]
  /** Do not use these columns. Default: none. */
  readonly drop?: readonly string[]
  /** These columns are categories, whatever they look like. Default: none. */
  readonly categorical?: readonly string[]
  /** These columns are numbers; other cells in them are missing. Default: none. */
  readonly numeric?: readonly string[]
  /** These columns are dates; other cells in them are missing. Default: what looks like dates. */
  readonly dates?: readonly string[]
  /** Day or month first, in columns of dates where no cell tells; auto: the day. */
  readonly dateOrder?: DateOrder
  /**
   * Column of weights of the rows, not negative; a row of weight 0 is left out. Default: all alike.
   */
  readonly weights?: string
  /** Cells of these words are missing, besides NA, None, n.a. and their kin. Default: none. */
  readonly missing?: readonly string[]
  /** A last row of totals is a row like others. */
  readonly keepTotals?: boolean
  /**
   * Column of groups: rows of one are held out together; no feature unless it is named as one.
   * Default: none.
   */
  readonly groups?: string
  /**
   * Column of times: rows are judged by earlier ones; no feature unless it is named as one.
   * Default: none.
   */
  readonly time?: string
  /** Balanced: classes count alike, however many rows they have. Default: none. */
  readonly classWeight?: ClassWeight
  /**
   * Of two classes: what missing a row of --positive costs, a false alarm costing 1. Above 0 to
   * 1000000. Default: 1.
   */
  readonly cost?: number
  /**
   * Of two classes: the share of rows of --positive to find, with as few false alarms as it goes.
   * Above 0 to 1. Default: none.
   */
  readonly recall?: number
  /** The class that --cost or --recall is about. Default: the rarer. */
  readonly positive?: string
}

/** What the search would otherwise choose. */
export interface Wishes {
  /** The kernel, one of those listed. */
  readonly kernel?: KernelName
  /** Norm of kernel 'lpq' or 'brownian'. One of 1, 1.25, 1.5, 1.75, 2. Default: 1.5. */
  readonly p?: number
  /** Exponent of kernel 'lpq' or 'brownian', at most p. Above 0 to 2. */
  readonly q?: number
  /** Hidden layers of kernel 'nngp' or 'ntk'. From 1 to 5. Default: 1. */
  readonly layers?: number
  /** Bias of kernel 'nngp' or 'ntk'. From 0. Default: 0. */
  readonly bias?: number
  /** L in the formulas of the kernels. Above 0. */
  readonly bandwidth?: number
  /** Added to the diagonal of K as it is. From 0. */
  readonly ridge?: number
  /** Updates of the metric. From 0 to 100. */
  readonly rounds?: number
  /** @deprecated Called `rounds` now. */
  readonly iterations?: number
  /** What M may be; identity is plain kernel ridge. */
  readonly metric?: Metric
  /** Subtract the mean gradient before averaging. */
  readonly centreGradients?: boolean
}

/** How it is searched, fitted and scored. */
export interface SearchOptions {
  /**
   * Machines that answer together; auto: as many as help, weighted; one where --kernel is given.
   * From 1 to 16.
   */
  readonly members?: number
  /** @deprecated Called `members` now. */
  readonly ensemble?: number
  /** Parts of the rows, each held out once by the search. From 2 to 100. */
  readonly folds?: number
  /** Seconds that training may take; 0 is no limit. From 0. Default: 0. */
  readonly budget?: number
  /** A target with more classes is refused. From 2. Default: 1000. */
  readonly mostClasses?: number
  /**
   * Work of the search: quick ends with one machine in a quarter of the time; or a share of usual.
   * One of quick, usual, best, or a number above 0 to 1000. Default: usual.
   */
  readonly effort?: 'quick' | 'usual' | 'best' | number
  /** Decides every split and sample. From 0. Default: 1. */
  readonly seed?: number
  /** Share of the rows kept out of training and scored. From 0 to 0.9. Default: 0. */
  readonly test?: number
}
