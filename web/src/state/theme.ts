// Light or dark: the system's wish until the reader chooses, remembered in this browser where it
// lets pages remember. A browser that keeps no data throws at the word localStorage.
import { effect, signal } from '@preact/signals'

export type Theme = 'light' | 'dark'

const wish = window.matchMedia('(prefers-color-scheme: dark)')

function remembered(): string | null {
  try { return localStorage.getItem('theme') } catch { return null }
}

function remember(chosen: Theme): void {
  try { localStorage.setItem('theme', chosen) } catch { /* it is forgotten with the page */ }
}

let chosen = remembered()

export const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : wish.matches ? 'dark' : 'light')

wish.addEventListener('change', () => {
  if (!chosen) theme.value = wish.matches ? 'dark' : 'light'
})

effect(() => {
  document.documentElement.dataset.theme = theme.value
})

export function toggle_theme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  chosen = theme.value
  remember(theme.value)
}
