// The frame of the page: header with theme, the five steps, the step that is open,
// and the line for screen readers.
import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { DataStep } from './steps/data'
import { useFocusAfter } from './parts/focus'
import { lazy } from './parts/lazy'
import { announcement, go, settings, table, target } from './state/store'
import { STEPS, type Step } from './state/settings'
import { kept } from './state/keep'
import { model, start_anew } from './state/training'
import { theme, toggle_theme } from './state/theme'

const TITLES: Record<Step, string> = { data: 'Data', train: 'Train', look: 'Look', predict: 'Predict', take: 'Take away' }

const VIEWS: Record<Step, ComponentType> = {
  data: DataStep,
  train: lazy(() => import('./steps/train').then((step) => step.TrainStep)),
  look: lazy(() => import('./look/look').then((step) => step.LookStep)),
  predict: lazy(() => import('./steps/predict').then((step) => step.PredictStep)),
  take: lazy(() => import('./steps/take').then((step) => step.TakeStep)),
}

function ready(step: Step): boolean {
  if (step === 'data') return true
  if (step === 'train') return table.value !== null
  return model.value !== null
}

function Steps() {
  const open = settings.value.step
  return (
    <nav class="steps" aria-label="Steps">
      <ol>
        {STEPS.map((step, k) => (
          <li key={step}>
            <button
              type="button"
              class="step"
              aria-current={open === step ? 'step' : undefined}
              disabled={!ready(step) && open !== step}
              onClick={() => go(step)}
            >
              <span class="step-number" aria-hidden="true">
                {k + 1}
              </span>
              <span class="step-title">{TITLES[step]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Header() {
  return (
    <header class="header">
      <a class="brand" href="#data">
        <img src="icon.svg" alt="" width="32" height="32" />
        <span>
          <strong>rfm</strong> <span class="tagline">a table in, the features that matter out</span>
        </span>
      </a>
      <button type="button" class="quiet" aria-pressed={theme.value === 'dark'} onClick={toggle_theme}>
        {theme.value === 'dark' ? 'Dark' : 'Light'}
        <span class="hidden"> theme; switch</span>
      </button>
    </header>
  )
}

/** What the tab is called. */
effect(() => {
  const { step, table: name } = settings.value
  const about = step === 'data' ? name : target.value || model.value?.target
  document.title = about ? `${about}: ${TITLES[step]}, rfm` : 'rfm: a table in, the features that matter out'
})

export function App() {
  const View = VIEWS[settings.value.step]
  useFocusAfter(settings.value.step)
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        To the content
      </a>
      <Header />
      <Steps />
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      <footer class="footer">
        <p>Everything happens in this tab. Nothing is uploaded, and after the first visit the page works offline.</p>
        {kept.value && (
          <p>
            This browser keeps {kept.value} for your next visit, with what was learned.{' '}
            <button type="button" class="link" onClick={() => void start_anew()}>
              Forget everything
            </button>
          </p>
        )}
      </footer>
      <div class="hidden" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  )
}

function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
