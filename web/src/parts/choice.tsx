// Labelled form controls: a choice among named values, a number, and a switch.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface ChoiceProps {
  label: string
  value: string
  choices: readonly (readonly [value: string, words: string])[]
  on_change: (value: string) => void
  hidden_label?: boolean
  hint?: string
  disabled?: boolean
}

export function Choice({ label, value, choices, on_change, hidden_label, hint, disabled }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={hidden_label ? 'hidden' : ''}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => on_change(event.currentTarget.value)}
      >
        {choices.map(([key, words]) => (
          <option key={key} value={key} selected={key === value}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <small id={`${id}-hint`} class="muted">
          {hint}
        </small>
      )}
    </div>
  )
}

interface NumberProps {
  label: string
  value: number
  least?: number
  most?: number
  step?: number | 'any'
  on_change: (value: number) => void
  hint?: string
  /** The value of an empty field, and what it means. */
  empty?: readonly [value: number, words: string]
}

export function NumberField({ label, value, least, most, step = 'any', on_change, hint, empty }: NumberProps) {
  const id = useId()
  const text_of = (shown: number) => (shown === empty?.[0] ? '' : String(shown))
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        value={text_of(value)}
        placeholder={empty?.[1]}
        min={least}
        max={most}
        step={step}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          const field = event.currentTarget, given = field.valueAsNumber
          const cleared = empty && field.value === '' && !field.validity.badInput
          const wanted = cleared ? empty[0] : Number.isFinite(given) ? Math.min(most ?? given, Math.max(least ?? given, given)) : value
          field.value = text_of(wanted)
          on_change(wanted)
        }}
      />
      {hint && (
        <small id={`${id}-hint`} class="muted">
          {hint}
        </small>
      )}
    </div>
  )
}

/** A heading with what belongs below it, in a box; one with a name of its own can be gone to. */
export function Card({ title, children, wide, id }: { title: string; children: ComponentChildren; wide?: boolean; id?: string }) {
  const heading = useId()
  return (
    <section class={wide ? 'card wide' : 'card'} aria-labelledby={heading} id={id} tabIndex={id ? -1 : undefined}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
