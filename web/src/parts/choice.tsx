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
}

export function NumberField({ label, value, least, most, step = 'any', on_change, hint }: NumberProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        value={value}
        min={least}
        max={most}
        step={step}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          const given = event.currentTarget.valueAsNumber
          if (Number.isFinite(given)) on_change(Math.min(most ?? given, Math.max(least ?? given, given)))
          else event.currentTarget.value = String(value)
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

/** A heading with what belongs below it, in a box. */
export function Card({ title, children, wide, id }: { title: string; children: ComponentChildren; wide?: boolean; id?: string }) {
  const heading = useId()
  return (
    <section class={wide ? 'card wide' : 'card'} aria-labelledby={heading} id={id}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
