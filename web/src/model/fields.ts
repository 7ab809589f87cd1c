// What a form needs to ask for one row: each column's range or choices and a usual value, from the
// table it was trained on or, for a model that was opened, from the model itself.
import type { Model } from 'rfm-wasm'
import type { Column } from '../data/table'

export interface Field {
  name: string
  kind: 'number' | 'choice' | 'date'
  least: number
  largest: number
  whole: boolean
  choices: string[]
  /** The usual cell: the median or the commonest text. */
  usual: string
}

const EMPTY = { least: 0, largest: 0, whole: false, choices: [] as string[] }

export function field_of_column({ name, read, facts }: Column, role: 'number' | 'date' | 'other'): Field {
  const { least, largest, whole, median } = facts
  if (role === 'date') return { ...EMPTY, name, kind: 'date', usual: facts.commonest[0]?.[0] ?? '' }
  if (role === 'number') return { ...EMPTY, name, kind: 'number', least, largest, whole, usual: String(median) }
  const texts = facts.kind === 'category' ? [...new Set(read.filter((value) => typeof value === 'string'))] : facts.commonest.map(([text]) => text)
  const choices = texts.sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
  return { ...EMPTY, name, kind: 'choice', choices, usual: facts.commonest[0]?.[0] ?? '' }
}

/** A cell of the form, as the model takes it: numbers are no text, which may be written otherwise in the table. */
export const cell_of = (field: Field, typed: string): string | number | null =>
  typed === '' ? null : field.kind === 'number' ? Number(typed) : typed

interface ModelColumn {
  name: string
  kind: string
  fill?: number
  mean?: number | number[]
  factor?: number | number[]
  categories?: string[]
}

const first = (value: number | number[] | undefined): number | undefined => (Array.isArray(value) ? value[0] : value)

const iso_day = (days: number): string => new Date(days * 86400e3).toISOString().slice(0, 10)

export function fields_of_model(model: Model): Field[] {
  const found = JSON.parse(model.toJson()) as { encoding?: { columns: ModelColumn[] } }
  const known = new Map(found.encoding?.columns.map((column) => [column.name, column]))
  return model.columns.map((name) => {
    const column = known.get(name)
    if (column?.kind === 'yes/no') return { ...EMPTY, name, kind: 'choice', choices: ['yes', 'no'], usual: 'no' }
    if (column?.categories?.length) return { ...EMPTY, name, kind: 'choice', choices: column.categories, usual: column.categories[0]! }
    if (column?.kind === 'date') return { ...EMPTY, name, kind: 'date', usual: iso_day(column.fill ?? 0) }
    const mean = first(column?.mean) ?? 0
    const spread = 3 / Math.abs(first(column?.factor) || 1)
    return { ...EMPTY, name, kind: 'number', least: mean - spread, largest: mean + spread, usual: String(column?.fill ?? mean) }
  })
}
