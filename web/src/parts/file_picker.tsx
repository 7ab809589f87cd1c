// A button that opens the browser's file dialogue; the input behind it is reached by its label.
import { useRef } from 'preact/hooks'

export const TABLE_FILES = '.csv,.tsv,.txt,.gz,.xlsx,text/csv,text/plain'

interface FilePickerProps {
  words: string
  label: string
  accept: string
  on_file: (file: File) => void
  primary?: boolean
  disabled?: boolean
}

export function FilePicker({ words, label, accept, on_file, primary = false, disabled = false }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={primary ? 'primary' : undefined} disabled={disabled} onClick={() => picker.current?.click()}>
        {words}
      </button>
      <input
        ref={picker}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) on_file(file)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
