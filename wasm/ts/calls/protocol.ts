// What the page and the worker say to each other. A worker has one job at a time; an
// aborted one is ended, not asked.
import type { RfmErrorPlace } from '../interface/errors.js'
import type { Places } from './workers.js'
import type { DescribeOptions, FitOptions, Progress, Round, RoundsOptions, RfmErrorCode, TableFacts } from '../interface/types.js'
import type { Plain } from '../model/tables.js'

export type Request =
  | { readonly kind: 'load'; readonly module: WebAssembly.Module; readonly threads: number }
  | { readonly kind: 'help'; readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory
    readonly stack: number; readonly worker: number }
  | { readonly kind: 'fit'; readonly table: Plain; readonly test: Plain | undefined; readonly options: FitOptions
    readonly progress: boolean }
  | { readonly kind: 'describe'; readonly table: Plain; readonly options: DescribeOptions; readonly threads: number }
  | { readonly kind: 'shrink'; readonly file: Uint8Array; readonly bytes: number; readonly history: string }
  | { readonly kind: 'watch'; readonly table: Plain; readonly at: Plain | undefined; readonly options: RoundsOptions }
  | { readonly kind: 'next' }
  | { readonly kind: 'close' }

export interface Failure extends RfmErrorPlace { readonly code: RfmErrorCode; readonly words: string }

/** `memory`: bytes that the worker's module holds; it never gives any back but by ending. */
export type Reply =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly memory: number; readonly result: Uint8Array<ArrayBuffer> | TableFacts | Round | Places
    | undefined }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly broken: boolean }
