// The fields that ask for one row of the model in hand.
import { computed } from '@preact/signals'
import { field_of_column, fields_of_model, type Field } from '../model/fields'
import { table } from './store'
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
