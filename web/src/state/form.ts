// The fields that ask for one row of the model in hand.
import { computed } from '@preact/signals'
import { field_of_column, fields_of_model, type Field } from '../model/fields'
import { table } from './store'
import { model, run } from './training'

export const form_fields = computed<Field[]>(() => {
  const held = run.value
  if (!held || !table.value) return model.value ? fields_of_model(model.value) : []
  const { columns } = table.value
  return held.model.columns.flatMap((name) => {
    const column = columns.find((one) => one.name === name)
    return column ? field_of_column(column, held.request.options.numeric!.includes(name)) : []
  })
})
