// Light or dark: the system's wish until the reader chooses, remembered in this browser.
import { effect, signal } from '@preact/signals'

export type Theme = 'light' | 'dark'

const wish = window.matchMedia('(prefers-color-scheme: dark)')
const chosen = localStorage.getItem('theme')

export const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : wish.matches ? 'dark' : 'light')

wish.addEventListener('change', () => {
  if (!localStorage.getItem('theme')) theme.value = wish.matches ? 'dark' : 'light'
})

effect(() => {
  document.documentElement.dataset.theme = theme.value
})

export function toggle_theme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  localStorage.setItem('theme', theme.value)
}
