// Training as state: what is asked for, how far it is, what came of it, and the model in
// hand, trained here or opened.
import { batch, computed, effect, signal } from '@preact/signals'
import type { Model, Progress, Wishes } from 'rfm-wasm'
import type { Table } from '../data/table'
import { engine } from '../model/engine'
import { make_request, type Request } from '../model/request'
import { check_size, TooLarge, train, type RoundView, type Run } from '../model/train'
import { DEFAULTS, type Settings } from './settings'
import { share } from './numbers'
import { forget_all, get, keep } from './keep'
import { announcement, change, divided, go, inputs, read_failure, reading, roles, settings, table, target, task } from './store'

/** A machine that was tried: its share of right answers, or of the differences it explains. */
export interface Trial {
  seconds: number
  score: number
  kernel: string
  rows: number
}

export interface Training {
  progress: Progress | null
  started: number
  trials: Trial[]
  /** Of the machine that was chosen, as they are learned again. */
  rounds: RoundView[]
  enough: boolean
}

export const training = signal<Training | null>(null)
/** Training was asked for while a table was being read, and begins when that is done. */
export const waiting = signal(false)
export const training_failure = signal<string | null>(null)
export const too_large = signal<TooLarge | null>(null)
export const run = signal<Run | null>(null)
/** The rows that a better machine is learning from, while one of a sample is looked at already. */
export const improving = signal<{ rows: number; started: number } | null>(null)
export const opened = signal<{ model: Model; name: string } | null>(null)
export const model = computed<Model | null>(() => run.value?.model ?? opened.value?.model ?? null)

export function wishes(): Wishes {
  const { expert, kernel, metric, bandwidth, ridge, rounds } = settings.value
  const wished: { -readonly [key in keyof Wishes]: Wishes[key] } = {}
  if (!expert) return wished
  if (kernel !== DEFAULTS.kernel) wished.kernel = kernel as 'laplace'
  if (metric !== DEFAULTS.metric) wished.metric = metric as 'full'
  if (bandwidth > 0) wished.bandwidth = bandwidth
  if (ridge > 0) wished.ridge = ridge
  if (rounds >= 0) wished.rounds = rounds
  return wished
}

/**
 * The settings with everything the search chose written down: whoever opens them
 * trains the same machine at once.
 */
export function settled({ chosen }: Run): Settings {
  const { kernel, p, q, bandwidth, ridge, metric, iterations } = chosen
  const named = ['lpq', 'brownian'].includes(kernel) && p !== undefined && q !== undefined ? `${kernel}-${p}-${q}` : kernel
  return { ...settings.value, step: 'look', train: true, expert: true, kernel: named, metric, bandwidth: bandwidth ?? 0, ridge, rounds: iterations }
}

export function request_now(most_rows = 0): Request {
  const { seed, budget, check } = settings.value
  const sample = settings.value.sample || most_rows
  const needed = new Set([target.value, divided.value?.column, ...inputs.value.map(({ name }) => name)])
  const columns = table.value!.columns.filter(({ name }) => needed.has(name))
  return make_request({
    table: table.value!,
    columns,
    roles: roles.value,
    target: target.value,
    task: task.value,
    wishes: wishes(),
    seed,
    budget,
    share: check / 100,
    divide: divided.value,
    sample,
  })
}

/** Of more rows a sample is learned from first, so that there is something to look at soon. */
export const MANY_ROWS = 8000
export const FIRST_ROWS = 5000

let running: AbortController | null = null
let enough: AbortController | null = null
let skip = () => {}

/** Milliseconds for which each round of the chosen machine is shown, where motion is wanted. */
const HELD = 400
const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Shows no more rounds than it must. */
export const skip_rounds = (): void => skip()
let table_before: Table | null = null

export async function start_training(): Promise<void> {
  running?.abort()
  waiting.value = reading.value !== null
  if (waiting.value) {
    table_before = table.value
    announcement.value = `Training starts when ${reading.value!.name} has been read`
    return
  }
  const mine = (running = new AbortController())
  const ending = (enough = new AbortController())
  batch(() => {
    training.value = { progress: null, started: performance.now(), trials: [], rounds: [], enough: false }
    training_failure.value = null
    too_large.value = null
  })
  announcement.value = 'Training started'
  const skipped = new Promise<void>((resolve) => { skip = resolve })
  let told = 0
  const on_round = async (view: RoundView) => {
    if (mine.signal.aborted) return
    training.value = { ...training.value!, rounds: [...training.value!.rounds, view] }
    if (!calm.matches) await Promise.race([skipped, new Promise((resolve) => setTimeout(resolve, HELD))])
  }
  const on_progress = (progress: Progress) => {
    if (mine.signal.aborted) return
    const before = training.value!
    const seconds = (performance.now() - before.started) / 1000
    // What was tried side by side is told at once; it was tried since the last was told.
    const since = before.trials.at(-1)?.seconds ?? 0
    const heard = progress.tried.map(({ choice, error, rows }, k) => ({
      seconds: since + ((seconds - since) * (k + 1)) / progress.tried.length, score: 1 - error, kernel: choice.kernel, rows,
    }))
    training.value = { ...before, progress, trials: [...before.trials, ...heard] }
    if (progress.done - told < 0.25) return
    told = progress.done
    announcement.value = `Training, ${share(progress.done)} done`
  }
  try {
    const all = request_now()
    const many = all.learn_rows + all.check_rows > MANY_ROWS
    const made = await train(many ? request_now(FIRST_ROWS) : all, { signal: mine.signal, enough: ending.signal, on_progress, on_round })
    if (mine.signal.aborted) return made.model.dispose()
    batch(() => {
      forget()
      run.value = made
    })
    announcement.value = 'Training is done'
    keep_run(made)
    go('look')
    if (many) void improve(all, mine)
  } catch (error) {
    if (mine.signal.aborted) return
    if (error instanceof TooLarge) too_large.value = error
    else training_failure.value = error instanceof Error ? error.message : String(error)
    announcement.value = error instanceof Error ? error.message : String(error)
  } finally {
    if (running === mine) training.value = null
  }
}

/** The same on all rows, while the machine of a sample is looked at. */
async function improve(request: Request, mine: AbortController): Promise<void> {
  improving.value = { rows: request.learn_rows, started: performance.now() }
  try {
    const never = new AbortController()
    const made = await train(request, { signal: mine.signal, enough: never.signal, on_progress: () => {}, on_round: async () => {} })
    if (mine.signal.aborted) return made.model.dispose()
    batch(() => {
      forget()
      run.value = made
    })
    announcement.value = 'The machine of all rows is there'
    keep_run(made)
  } catch (error) {
    if (!mine.signal.aborted) announcement.value = error instanceof Error ? error.message : String(error)
  } finally {
    if (running === mine) improving.value = null
  }
}

/** The machine of the sample stays. */
export function stop_improving(): void {
  running?.abort()
  improving.value = null
}

export function cancel_training(): void {
  running?.abort()
  waiting.value = false
  training.value = null
  announcement.value = 'Training was cancelled'
}

/** Ends the search; what was best so far becomes the model. */
export function keep_best(): void {
  if (!training.value) return
  training.value = { ...training.value, enough: true }
  enough?.abort()
  announcement.value = 'The search has ended; the best so far is fitted'
}

/** Bytes that training would take, or null where it is known to be too large or wrong. */
export async function look_at_size(): Promise<number | null> {
  try {
    too_large.value = null
    return await check_size(request_now())
  } catch (error) {
    if (error instanceof TooLarge) too_large.value = error
    return null
  }
}

export async function open_model(file: File): Promise<void> {
  const rfm = await engine()
  const made = rfm.open(await file.arrayBuffer())
  batch(() => {
    forget()
    opened.value = { model: made, name: file.name }
  })
  announcement.value = `${file.name} is open`
  await keep('opened', { name: file.name, file }, file.size)
}

function forget(): void {
  run.value?.model.dispose()
  opened.value?.model.dispose()
  run.value = null
  opened.value = null
}

/** What a run was trained on: another table, target or role ends it. */
const trained_on = computed(() => JSON.stringify([settings.value.table, settings.value.draw, target.value, settings.value.divide, [...roles.value]]))

function keep_run(made: Run): void {
  const { model: held, ...rest } = made
  const bytes = held.toBytes()
  const { csv } = made.request.learn
  void keep('run', { ...rest, key: trained_on.peek(), bytes }, bytes.length + (typeof csv === 'string' ? csv.length : 0))
}

/** The model of the last time, where it belongs to this table. */
async function open_kept_run(): Promise<void> {
  const kept = await get<Omit<Run, 'model'> & { key: string; bytes: Uint8Array<ArrayBuffer> }>('run')
  if (!kept || kept.key !== trained_on.peek() || run.peek() || training.peek()) return
  const { key, bytes, ...rest } = kept
  const held = (await engine()).open(bytes)
  if (key !== trained_on.peek() || run.peek() || training.peek()) return held.dispose()
  run.value = { ...rest, model: held }
}

/** A model file of the last time, where the address leads to a model and names no table. */
async function open_kept_model(): Promise<void> {
  const kept = await get<{ name: string; file: Blob }>('opened')
  if (!kept || model.peek() || settings.peek().table) return
  opened.value = { model: (await engine()).open(await kept.file.arrayBuffer()), name: kept.name }
}

if (!['data', 'train'].includes(settings.peek().step) && !settings.peek().table) void open_kept_model()

let looked = false
effect(() => {
  if (!table.value || reading.value) return
  if (settings.value.train) {
    change({ train: false, step: 'train' })
    void start_training()
  } else if (!looked) {
    void open_kept_run()
  }
  looked = true
})

let before = ''
effect(() => {
  const now = trained_on.value
  const held = run.peek()
  if (before !== now) {
    if (training.peek()) {
      cancel_training()
      training_failure.value = 'Training was stopped because the table or what its columns are for has changed.'
    }
    if (improving.peek()) stop_improving()
    if (held) forget()
  }
  before = now
})

/** Forgets all that this browser has kept, and starts anew. */
export async function start_anew(): Promise<void> {
  await forget_all()
  location.hash = ''
  location.reload()
}

// What was waited for has been read, or could not be, or was cancelled.
effect(() => {
  if (reading.value || !waiting.value) return
  waiting.value = false
  training_failure.value = read_failure.peek()
  if (table.peek() !== table_before) void start_training()
})
