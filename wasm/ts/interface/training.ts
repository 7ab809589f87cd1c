// Written by toolchains/lists.py from lib/rfm/data/options.hpp.
import type { KernelName } from './kernels.js'

export type Task = 'regression' | 'classification'
export const tasks: readonly Task[] = ['regression', 'classification']
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
  /**
   * Column of weights of the rows, not negative; a row of weight 0 is left out. Default: all alike.
   */
  readonly weights?: string
}

/** What the search would otherwise choose. */
export interface Wishes {
  /** The kernel, one of those listed. */
  readonly kernel?: KernelName
  /** Norm of kernel 'lpq'. One of 1, 1.25, 1.5, 1.75, 2. Default: 1.5. */
  readonly p?: number
  /** Exponent of kernel 'lpq', at most p. Above 0 to 2. */
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
   * Average this many of the best candidates, of several kinds; more kernels are tried then. From 1
   * to 16. Default: 1.
   */
  readonly members?: number
  /** @deprecated Called `members` now. */
  readonly ensemble?: number
  /** Seconds the search may take; 0 is no limit. From 0. Default: 0. */
  readonly budget?: number
  /** Planned work of the search, in units of the default. Above 0 to 1000. Default: 1. */
  readonly effort?: number
  /** Decides every split and sample. From 0. Default: 1. */
  readonly seed?: number
  /** Share of the rows kept out of training and scored. From 0 to 0.9. Default: 0. */
  readonly test?: number
}
