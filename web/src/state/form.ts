// The fields that ask for one row of the model in hand.
import { computed, signal } from '@preact/signals'
import type { Model } from 'rfm-wasm'
import { field_of_column, fields_of_model, type Field } from '../model/fields'
import type { Run } from '../model/train'
import { go, table } from './store'
import { model, run } from './training'

export const form_fields = computed<Field[]>(() => {
  const held = run.value
  if (!held || !table.value) return model.value ? fields_of_model(model.value) : []
  const { columns } = table.value
  const { numeric, dates } = held.request.options
  const role_of = (name: string) => (numeric!.includes(name) ? 'number' : dates!.includes(name) ? 'date' : 'other')
  return held.model.columns.flatMap((name) => {
    const column = columns.find((one) => one.name === name)
    return column ? field_of_column(column, role_of(name)) : []
  })
})

/** What is typed into the form of a model of this name; nothing until somebody types. */
export const typed = signal<{ of: string; row: Record<string, string> } | null>(null)

/** Models with the same columns share what is typed. */
export const name_of = ({ target, columns }: Model): string => [target, ...columns].join('\n')

/** Takes a row kept aside to the form. */
export function ask_row({ model: held, request }: Run, place: number): void {
  const row: Record<string, string> = {}
  for (const { name, kind } of form_fields.value) {
    const read = request.check_read[name]?.[place]
    const cell = request.check[name]?.[place] ?? ''
    row[name] = read === null || read === undefined ? '' : kind === 'number' || typeof read === 'string' ? String(read) : cell.trim()
  }
  typed.value = { of: name_of(held), row }
  go('predict')
}
