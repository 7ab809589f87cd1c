// How this package says that something could not be done.
import type { RfmErrorCode } from './types.js'

/** Where it went wrong, as far as that is known. */
export interface RfmErrorPlace {
  /** Of the table's text, from 1. */
  readonly line?: number
  /** From 1. */
  readonly column?: number
  /** Of the table, from 1. */
  readonly row?: number
  /** The column's name. */
  readonly key?: string
  /** What would have been needed, when the code is 'too-large'. */
  readonly bytesNeeded?: number
}

const places = ['line', 'column', 'row', 'key', 'bytesNeeded'] as const

/** The places of an error that are known, without the rest. */
export const placeOf = (error: RfmErrorPlace): RfmErrorPlace =>
  Object.fromEntries(places.filter(name => error[name] !== undefined).map(name => [name, error[name]]))

/**
 * What this package throws and rejects with. `message` is a sentence for people, `code` is for
 * programs and does not change. `name` is 'RfmError', and 'AbortError' where a signal ended it.
 */
export class RfmError extends Error {
  readonly code: RfmErrorCode
  declare readonly line?: number
  declare readonly column?: number
  declare readonly row?: number
  declare readonly key?: string
  declare readonly bytesNeeded?: number

  constructor(code: RfmErrorCode, words: string, place: RfmErrorPlace = {}, cause?: unknown) {
    super(words, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, 'name',
      { value: code === 'aborted' ? 'AbortError' : 'RfmError', configurable: true, writable: true })
    this.code = code
    Object.assign(this, placeOf(place))
  }
}

/** Where a caller of this function stands, for errors that come to him later from elsewhere. */
export function standing(called: (...given: never[]) => unknown): Error {
  const place = new Error()
  const { captureStackTrace } = Error as { captureStackTrace?: (at: object, below: unknown) => void }
  captureStackTrace?.(place, called)
  return place
}

/** The error with the stack of the caller. */
export function at(place: Error, error: unknown): unknown {
  if (error instanceof RfmError && place.stack !== undefined) {
    const value = `${error.name}: ${error.message}\n${place.stack.replace(/^Error[^\n]*\n/, '')}`
    Object.defineProperty(error, 'stack', { value, configurable: true, writable: true })
  }
  return error
}

export const aborted = (signal: AbortSignal): RfmError =>
  new RfmError('aborted', 'the work was aborted', {}, signal.reason)
