// Options as the module reads them: names and values in turn, each ended by a zero byte. It checks
// them; what only JavaScript understands is left out here.
import { RfmError } from '../interface/errors.js'
import type { Choice, FitOptions } from '../interface/types.js'

const ours = new Set(['signal', 'onProgress', 'onWarning', 'keepBest', 'memoryLimit', 'testTable', 'at'])

/** 2 GiB. */
export const defaultLimit = 2 ** 31

function value(name: string, given: unknown): string {
  if (typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' || typeof given === 'bigint') {
    const text = String(given)
    if (!text.includes('\0')) return text
  }
  throw new RfmError('input', `option ${name}: ${typeof given} is not what it takes`)
}

export function optionText(options: object): string {
  let text = ''
  for (const [name, given] of Object.entries(options)) {
    if (ours.has(name) || given === undefined) continue
    for (const each of Array.isArray(given) ? given : [given]) text += `${name}\0${value(name, each)}\0`
  }
  return text
}

export function limitOf(options: { readonly memoryLimit?: number }): number {
  const limit = options.memoryLimit ?? defaultLimit
  if (!(limit > 0)) throw new RfmError('input', `option memoryLimit: ${limit} is not a number of bytes`)
  return limit
}

/** To fit this one candidate of a search with these options. */
export function settledOn(choice: Choice, options: FitOptions): FitOptions {
  const { iterations: rounds, kernel, ...rest } = choice
  const { ensemble: _, ...given } = options
  return { ...given, members: 1, kernel: kernel as FitOptions['kernel'] & string, ...rest, rounds }
}
