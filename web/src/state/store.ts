// The page's state as signals: settings (mirrored in the address), the table with what is
// known of it, and what each column is for. Views read signals and call the functions
// here; nothing else writes them.
import { batch, computed, effect, signal } from '@preact/signals'
import { bundled_file, bundled_target, is_bundled } from '../data/bundled'
import type { Facts } from '../data/facts'
import { read_table } from '../data/read'
import { as_found, type Reading } from '../data/reading'
import type { Column, Role, Table, Task } from '../data/table'
import { get, keep, look, type KeptTable } from './keep'
import { FRESH, from_hash, to_hash, type Settings, type Step } from './settings'

export const settings = signal<Settings>(from_hash(location.hash))
export const table = signal<Table | null>(null)
export const reading = signal<{ name: string } | null>(null)
export const read_failure = signal<string | null>(null)
/** Counts the tables that were chosen here: each time the page goes to the table. */
export const arrivals = signal(0)
/** A sentence for screen readers, announced politely. */
export const announcement = signal('')

/** Where the table came from, to be read again where it is to be read otherwise. */
let source: { file: Blob; name: string; about: string } | null = null

export const target = computed(() => {
  if (!table.value) return ''
  const wanted = settings.value.target
  return table.value.columns.some(({ name }) => name === wanted) ? wanted : table.value.target
})

/** What the reader said that columns are. */
const roles_said = ({ roles: entries }: Settings): [string, Role][] =>
  entries.map((entry) => {
    const cut = entry.lastIndexOf(':')
    return [entry.slice(0, cut), entry.slice(cut + 1) as Role]
  })

function task_said(all: Settings, name: string): Task | '' {
  const role = roles_said(all).find(([column]) => column === name)?.[1]
  return role === 'number' ? 'regression' : role === 'category' || role === 'yes/no' ? 'classification' : ''
}

export const task = computed<Task>(() => task_said(settings.value, target.value) || (table.value?.task ?? 'regression'))

/** A target is a number or names classes, whatever its cells look like. */
function role_of({ name, facts }: Column): Role {
  if (name !== target.value) return facts.role
  return task.value === 'regression' ? 'number' : facts.kind === 'yes/no' ? 'yes/no' : 'category'
}

export const roles = computed<Map<string, Role>>(() => {
  const found = new Map<string, Role>()
  for (const column of table.value?.columns ?? []) found.set(column.name, role_of(column))
  for (const [name, role] of roles_said(settings.value)) if (found.has(name)) found.set(name, role)
  return found
})

/** The column by which rows are kept aside, where it is not at random. */
export const divided = computed<{ by: 'groups' | 'time'; column: string } | null>(() => {
  const [by, ...rest] = settings.value.divide.split(':')
  const column = rest.join(':')
  if ((by !== 'groups' && by !== 'time') || column === target.value) return null
  return table.value?.columns.some(({ name }) => name === column) ? { by, column } : null
})

/** Columns that the answer is learned from. */
export const inputs = computed(() =>
  (table.value?.columns ?? []).filter(({ name }) => name !== target.value && name !== divided.value?.column && roles.value.get(name) !== 'leave out'),
)

export const target_facts = computed<Facts | undefined>(() => table.value?.columns.find(({ name }) => name === target.value)?.facts)

/** How a table is to be read; `held` is the target of the table that is here. */
function reading_of(all: Settings, held: string): Reading {
  const { header, decimal, dates } = all
  return {
    ...as_found,
    target: all.target,
    task: task_said(all, all.target || held),
    roles: roles_said(all),
    separator: all.separator,
    header: header === 'yes' || header === 'no' ? header : '',
    decimal: decimal === '.' || decimal === ',' ? decimal : '',
    dates: dates === 'dmy' || dates === 'mdy' ? dates : '',
    totals: all.totals,
  }
}

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

async function read_now(made: () => Promise<NonNullable<typeof source>>, name: string, part: Partial<Settings>): Promise<void> {
  reader?.abort()
  const mine = (reader = new AbortController())
  batch(() => {
    reading.value = { name }
    read_failure.value = null
  })
  try {
    const held = await made()
    if (mine.signal.aborted) return
    const wanted = reading_of({ ...settings.peek(), ...part }, held === source ? target.peek() : '')
    const found = await read_table({ file: held.file, name: held.name, reading: wanted, asked: JSON.stringify(wanted) }, mine.signal)
    if (mine.signal.aborted) return
    source = held
    batch(() => {
      table.value = held.about ? { ...found, about: held.about } : found
      change(part)
    })
    announcement.value = `${found.name}: ${found.rows} rows, ${found.columns.length} columns`
    if (!is_bundled(settings.peek().table)) void keep('table', { ...held, hash: to_hash(settings.peek()) }, held.file.size)
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

export async function open_file(file: Blob, name: string): Promise<void> {
  const again = settings.value.table === name
  await read_now(async () => ({ file, name, about: '' }), name, { table: name, ...(again ? {} : FRESH) })
  if (source?.file === file) arrivals.value += 1
}

export function open_bundled(id: string, draw: number, part: Partial<Settings>): Promise<void> {
  return read_now(() => bundled_file(id, draw, reader!.signal), id, { table: id, draw, ...part })
}

export async function choose_bundled(id: string, draw = 1): Promise<void> {
  const again = settings.value.table === id
  await open_bundled(id, draw, { ...FRESH, target: bundled_target(id)! })
  if (!again && settings.value.table === id) arrivals.value += 1
}

// What is asked for has changed: the same file is read again, once.
let tried = ''
effect(() => {
  const wanted = JSON.stringify(reading_of(settings.value, target.value))
  if (!table.value || !source || reading.value) return
  if (table.value.asked === wanted) tried = ''
  if (table.value.asked === wanted || tried === wanted) return
  tried = wanted
  const held = source
  void read_now(async () => held, held.name, {})
})

/** The table of that name, where this browser has kept it. */
async function open_kept(name: string): Promise<void> {
  const held = await get<KeptTable>('table')
  if (held?.name !== name || table.peek()) return
  await read_now(async () => ({ file: held.file, name: held.name, about: held.about }), name, {})
}

/** The last table of one's own, with the settings that it had. */
export async function open_last(): Promise<void> {
  const held = await get<KeptTable>('table')
  if (!held) return
  settings.value = { ...from_hash(held.hash), step: 'data', table: held.name }
  await open_kept(held.name)
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
    if (wanted.table && !is_bundled(wanted.table) && wanted.table !== source?.name) void open_kept(wanted.table)
    if (!wanted.table || !is_bundled(wanted.table)) return
    const held = opened
    if (held !== `${wanted.table} ${wanted.draw}`) void open_bundled(wanted.table, wanted.draw, {})
  }
  let opened = ''
  effect(() => {
    if (table.value) opened = `${settings.peek().table} ${settings.peek().draw}`
  })
  window.addEventListener('popstate', arrive)
  void look()
  arrive()
  effect(() => {
    const hash = to_hash(settings.value)
    if (hash === (location.hash || '#data')) return
    if (settings.value.step === step) history.replaceState(null, '', hash)
    else history.pushState(null, '', hash)
    step = settings.value.step
    if (source && !is_bundled(settings.value.table)) void keep('table', { ...source, hash }, source.file.size)
  })
}
