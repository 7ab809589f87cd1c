// The page's state as signals: settings (mirrored in the address), the table with what is
// known of it, and what each column is for. Views read signals and call the functions
// here; nothing else writes them.
import { batch, computed, effect, signal } from '@preact/signals'
import { bundled_table, bundled_target, is_bundled } from '../data/bundled'
import { guess_target, is_classes, type Facts, type Role } from '../data/facts'
import { read_table } from '../data/read'
import type { Table } from '../data/table'
import { from_hash, to_hash, type Settings, type Step } from './settings'

export const settings = signal<Settings>(from_hash(location.hash))
export const table = signal<Table | null>(null)
export const reading = signal<{ name: string; share: number } | null>(null)
export const read_failure = signal<string | null>(null)
/** A sentence for screen readers, announced politely. */
export const announcement = signal('')

export const target = computed(() => {
  if (!table.value) return ''
  const wanted = settings.value.target
  if (table.value.columns.some((column) => column.name === wanted)) return wanted
  return guess_target(table.value)
})

export const roles = computed<Map<string, Role>>(() => {
  const found = new Map<string, Role>()
  for (const { name, facts } of table.value?.columns ?? []) found.set(name, facts.role)
  for (const entry of settings.value.roles) {
    const cut = entry.lastIndexOf(':')
    const name = entry.slice(0, cut)
    if (found.has(name)) found.set(name, entry.slice(cut + 1) as Role)
  }
  return found
})

/** Columns that the answer is learned from. */
export const inputs = computed(() =>
  (table.value?.columns ?? []).filter(({ name }) => name !== target.value && roles.value.get(name) !== 'leave out'),
)

export const target_facts = computed<Facts | undefined>(() => table.value?.columns.find(({ name }) => name === target.value)?.facts)

export const task = computed<'classification' | 'regression'>(() => {
  const role = roles.value.get(target.value)
  const found = target_facts.value
  if (!found) return 'regression'
  if (role === 'category' || role === 'yes/no') return 'classification'
  return settings.value.roles.includes(`${target.value}:number`) || !is_classes(found) ? 'regression' : 'classification'
})

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part }
}

export function go(step: Step): void {
  if (step === settings.value.step) return
  change({ step })
  window.scrollTo({ top: 0 })
}

export function set_role(name: string, role: Role): void {
  const others = settings.value.roles.filter((entry) => !entry.startsWith(`${name}:`))
  change({ roles: [...others, `${name}:${role}`] })
}

let reader: AbortController | null = null

async function open_table(name: string, make: (signal: AbortSignal) => Promise<Table>, part: Partial<Settings>): Promise<void> {
  reader?.abort()
  const mine = (reader = new AbortController())
  batch(() => {
    reading.value = { name, share: 0 }
    read_failure.value = null
  })
  try {
    const made = await make(mine.signal)
    if (mine.signal.aborted) return
    batch(() => {
      table.value = made
      change(part)
    })
    announcement.value = `${made.name}: ${made.rows} rows, ${made.columns.length} columns`
  } catch (error) {
    if (mine.signal.aborted) return
    read_failure.value = error instanceof Error ? error.message : String(error)
  } finally {
    if (reader === mine) reading.value = null
  }
}

export function cancel_reading(): void {
  reader?.abort()
  reading.value = null
}

export function open_file(file: Blob, name: string): Promise<void> {
  const again = settings.value.table === name
  const fresh: Partial<Settings> = again ? {} : { target: '', roles: [] }
  return open_table(
    name,
    (signal) =>
      read_table(file, name, signal, (share) => {
        if (!signal.aborted) reading.value = { name, share }
      }),
    { table: name, ...fresh },
  )
}

export function open_bundled(id: string, draw: number, part: Partial<Settings>): Promise<void> {
  return open_table(id, (signal) => bundled_table(id, draw, signal), { table: id, draw, ...part })
}

export function choose_bundled(id: string, draw = 1): Promise<void> {
  return open_bundled(id, draw, { target: bundled_target(id)!, roles: [] })
}

/**
 * Follows the address: its settings on arrival and on back and forward, and the
 * settings into it on every change.
 */
export function follow_address(): void {
  let step = settings.value.step
  const arrive = () => {
    const wanted = from_hash(location.hash)
    step = wanted.step
    settings.value = wanted
    if (!wanted.table || !is_bundled(wanted.table)) return
    const held = opened
    if (held !== `${wanted.table} ${wanted.draw}`) void open_bundled(wanted.table, wanted.draw, {})
  }
  let opened = ''
  effect(() => {
    if (table.value) opened = `${settings.peek().table} ${settings.peek().draw}`
  })
  window.addEventListener('popstate', arrive)
  arrive()
  effect(() => {
    const hash = to_hash(settings.value)
    if (hash === (location.hash || '#data')) return
    if (settings.value.step === step) history.replaceState(null, '', hash)
    else history.pushState(null, '', hash)
    step = settings.value.step
  })
}
