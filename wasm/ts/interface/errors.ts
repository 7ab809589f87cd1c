// How this package says that something could not be done.
import type { RfmErrorCode } from './types.js'

export interface RfmErrorPlace {
  /** Of the table's text, from 1. */
  readonly line?: number
  /** From 1. */
  readonly column?: number
  /** What would have been needed, when the code is 'too-large'. */
  readonly bytesNeeded?: number
}

export class RfmError extends Error {
  override readonly name = 'RfmError'
  readonly code: RfmErrorCode
  declare readonly line?: number
  declare readonly column?: number
  declare readonly bytesNeeded?: number

  constructor(code: RfmErrorCode, words: string, place: RfmErrorPlace = {}, cause?: unknown) {
    super(words, cause === undefined ? undefined : { cause })
    this.code = code
    if (place.line !== undefined) this.line = place.line
    if (place.column !== undefined) this.column = place.column
    if (place.bytesNeeded !== undefined) this.bytesNeeded = place.bytesNeeded
  }
}
