// What was found in a table, in the page's words, and what one click can change about it.
import type { Finding } from 'rfm-wasm'

/** The package's words without the options of the command line. */
export const plain = (words: string): string => words.replace(/(; |, or )--.*$/, '')

/** A finding as a sentence, without the name of its column. */
export function words_of({ words, column }: Finding): string {
  const own = plain(column === undefined ? words : words.replace(`column '${column}': `, ''))
  return `${own[0]!.toUpperCase()}${own.slice(1)}.`
}

export type Change =
  | { words: string; role: 'number' | 'category' | 'leave out' }
  | { words: string; part: { decimal?: string; dates?: string; totals?: boolean; header?: string } }

const AS_CATEGORY: Change = { words: 'Take as categories', role: 'category' }
const AS_NUMBER: Change = { words: 'Take as numbers', role: 'number' }
const CHANGES: Record<string, Change> = {
  'ambiguous marks': { words: 'Read the comma as decimal mark', part: { decimal: ',' } },
  'either order': { words: 'Read the month first', part: { dates: 'mdy' } },
  totals: { words: 'Keep that row', part: { totals: true } },
  codes: AS_NUMBER,
  'some text': AS_NUMBER,
  'mixed units': AS_CATEGORY,
  'no numbers': AS_CATEGORY,
  'no dates': AS_CATEGORY,
  missing: AS_CATEGORY,
  folded: { words: 'Keep them apart', role: 'category' },
  counter: { words: 'Leave it out', role: 'leave out' },
  'only predictor': { words: 'Leave it out', role: 'leave out' },
}

export const change_of = ({ what }: Finding): Change | undefined => CHANGES[what]

/** Of the table as a whole, what is not said above it already. */
export const of_table = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ what, column }) => column === undefined && what !== 'separator' && what !== 'charset')

export const of_column = (findings: readonly Finding[], name: string): Finding[] => findings.filter(({ column }) => column === name)
