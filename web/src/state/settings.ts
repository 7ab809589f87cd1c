// Everything that reproduces an experiment, and its form in the address:
// `#train?table=xor&seed=1&...`. Only what differs from the defaults is
// written, so that links stay short.

export const STEPS = ['data', 'train', 'look', 'predict', 'take'] as const
export type Step = (typeof STEPS)[number]

export interface Settings {
  step: Step
  /** A bundled table's name, or that of a file the reader has to bring. */
  table: string
  draw: number
  target: string
  /** Roles that differ from the guess, as `column:role`. */
  roles: string[]
  /** How the file is read where it is not found out: what is between cells, and the rest of `Reading`. */
  separator: string
  header: string
  decimal: string
  dates: string
  totals: boolean
  /** How rows are kept aside: empty, at random; `groups:column` or `time:column`. */
  divide: string
  /** Train as soon as the table is there. */
  train: boolean
  expert: boolean
  /** Empty: chosen by search. */
  kernel: string
  metric: string
  /** 0: chosen by search. */
  bandwidth: number
  ridge: number
  /** -1: chosen by search. */
  rounds: number
  seed: number
  /** Seconds after which the search goes on with the best so far; 0: no limit. */
  budget: number
  /** Per cent of the rows that are kept to check on. */
  check: number
  /** At most so many rows; 0 for all. */
  sample: number
}

export const DEFAULTS: Settings = {
  step: 'data',
  table: '',
  draw: 1,
  target: '',
  roles: [],
  separator: '',
  header: '',
  decimal: '',
  dates: '',
  totals: false,
  divide: '',
  train: false,
  expert: false,
  kernel: '',
  metric: '',
  bandwidth: 0,
  ridge: 0,
  rounds: -1,
  seed: 1,
  budget: 3.5,
  check: 20,
  sample: 0,
}

/** What belongs to one file and is forgotten with it. */
export const FRESH: Partial<Settings> = { target: '', roles: [], separator: '', header: '', decimal: '', dates: '', totals: false, divide: '', sample: 0 }

const BOUNDS: Partial<Record<keyof Settings, [number, number]>> = {
  draw: [0, 2 ** 31],
  bandwidth: [0, 1e4],
  ridge: [0, 1e4],
  rounds: [-1, 20],
  seed: [0, 2 ** 31],
  budget: [0, 3600],
  check: [5, 50],
  sample: [0, 1e6],
}

export function to_hash(settings: Settings): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(settings)) {
    const usual = DEFAULTS[key as keyof Settings]
    if (key === 'step') continue
    if (Array.isArray(value)) value.forEach((item) => query.append(key, item))
    else if (value !== usual) query.set(key, typeof value === 'boolean' ? '1' : String(value))
  }
  const text = query.toString()
  return `#${settings.step}${text ? `?${text}` : ''}`
}

/**
 * Reads an address that anyone may have written: unknown keys are ignored
 * and numbers held within bounds.
 */
export function from_hash(hash: string): Settings {
  const [path = '', text = ''] = hash.replace(/^#/, '').split('?', 2)
  const query = new URLSearchParams(text)
  const settings: Settings = { ...DEFAULTS, roles: query.getAll('roles').slice(0, 1000) }
  const step = STEPS.find((name) => name === path)
  if (step) settings.step = step
  for (const key of ['table', 'target', 'kernel', 'metric', 'separator', 'header', 'decimal', 'dates', 'divide'] as const) settings[key] = query.get(key)?.slice(0, 300) ?? DEFAULTS[key]
  for (const key of ['draw', 'bandwidth', 'ridge', 'rounds', 'seed', 'budget', 'check', 'sample'] as const) {
    const [least, most] = BOUNDS[key]!
    const value = Number(query.get(key) ?? NaN)
    if (Number.isFinite(value)) settings[key] = Math.min(most, Math.max(least, value))
  }
  settings.expert = query.get('expert') === '1'
  settings.totals = query.get('totals') === '1'
  settings.train = query.get('train') === '1'
  return settings
}
