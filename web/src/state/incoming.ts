// What is dropped or pasted, anywhere on the page: a table, or a saved model.
import { signal } from '@preact/signals'
import { announcement, go, open_file, read_failure } from './store'
import { open_model } from './training'

/** Something is being dragged over the page. */
export const dragging = signal(false)

const PASTED = 'pasted cells'

export async function take_file(file: File): Promise<void> {
  if (!/\.rfm$/i.test(file.name)) {
    go('data')
    return open_file(file, file.name)
  }
  try {
    await open_model(file)
    go('look')
  } catch (error) {
    read_failure.value = `${file.name} could not be opened: ${error instanceof Error ? error.message : String(error)}`
    announcement.value = read_failure.value
  }
}

export async function take_text(text: string): Promise<void> {
  go('data')
  return open_file(new Blob([text]), PASTED)
}

const is_field = (target: EventTarget | null): boolean => target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/** Text of one cell is no table. */
const is_table = (text: string): boolean => /[\t,;|]/.test(text) && /\n./.test(text.trim())

export function listen(): void {
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dragging.value = true
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) dragging.value = false
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    dragging.value = false
    const file = event.dataTransfer?.files[0]
    if (file) void take_file(file)
  })
  addEventListener('paste', (event) => {
    if (is_field(event.target)) return
    const file = event.clipboardData?.files[0]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (file) void take_file(file)
    else if (is_table(text)) void take_text(text)
  })
}
