// From a request to a run: the model, how it does on rows it has not seen, and the
// same machine round by round from plain kernel ridge regression on. All heavy work
// is the engine's, beside the page.
import type { Choice, Model, Prediction, Progress, Round, Scores } from 'rfm-wasm'
import { breath } from './breath'
import { engine } from './engine'
import type { Request } from './request'
import { accuracy, likeliest, r_squared } from './scores'

/** More than this in one tab is refused before it is tried: phones end tabs that take more. */
export const MOST_BYTES = 5e8
const LEAST_ROUNDS = 4

export interface RoundView {
  round: number
  features: readonly string[]
  matrix: Float32Array
  diagonal: Float32Array
  /** On the rows that are checked on. */
  score: number
}

export interface Run {
  model: Model
  request: Request
  chosen: Choice
  rounds: RoundView[]
  seconds: number
  prediction: Prediction
  scores: Scores
  /** Truth of the rows checked on: numbers, or indices of classes (-1 for a class never seen). */
  truth: number[]
  tried: number
}

export class TooLarge extends Error {
  constructor(
    readonly bytes: number,
    readonly rows: number,
    /** So many rows would fit. */
    readonly fitting: number,
  ) {
    super('The table is too large for this tab.')
  }
}

export async function check_size(request: Request): Promise<number> {
  const rfm = await engine()
  const { bytesToTrain } = await rfm.describe(request.learn, { ...request.options, preview: 0 })
  if (bytesToTrain > MOST_BYTES) {
    const rows = request.learn_rows + request.check_rows
    const fitting = Math.floor((rows * Math.sqrt(MOST_BYTES / bytesToTrain) * 0.9) / 100) * 100
    throw new TooLarge(bytesToTrain, rows, Math.max(100, fitting))
  }
  return bytesToTrain
}

export interface Listener {
  /** Cancels everything. */
  signal: AbortSignal
  /** Ends the search with the best so far. */
  enough: AbortSignal
  on_progress: (progress: Progress) => void
  /** The next round waits for it. */
  on_round: (view: RoundView) => Promise<void>
}

/** One machine: its matrix, its rounds and a link that trains it again are what the page shows. */
async function search({ learn, options, wishes, seed, budget }: Request, { signal, enough, on_progress }: Listener): Promise<Model> {
  const rfm = await engine()
  const usual = { ...options, members: 1, seed, memoryLimit: MOST_BYTES }
  const limit = budget > 0 ? { budget } : {}
  let best: Choice | undefined
  const onProgress = (progress: Progress) => {
    best = progress.best?.choice ?? best
    on_progress(progress)
  }
  try {
    return await rfm.fit(learn, { ...usual, ...wishes, ...limit, signal: AbortSignal.any([signal, enough]), onProgress })
  } catch (error) {
    if (signal.aborted || !enough.aborted || !best) throw error
    const { kernel, iterations, ...rest } = best
    return await rfm.fit(learn, { ...usual, ...rest, kernel: kernel as 'laplace', rounds: iterations, signal })
  }
}

export async function train(request: Request, listener: Listener): Promise<Run> {
  const started = performance.now()
  const { signal } = listener
  await check_size(request)
  signal.throwIfAborted()
  const model = await search(request, listener)
  try {
    const report = model.report()
    const truth = truth_of(request, model)
    const chosen = report.history.chosen ?? { kernel: report.kernel.name, ridge: 0, metric: report.metric, iterations: 0 }
    const rounds: RoundView[] = []
    for await (const round of watch(request, chosen, signal)) {
      rounds.push(view_of(round, request, truth))
      await listener.on_round(rounds.at(-1)!)
      signal.throwIfAborted()
    }
    const prediction = model.predict(request.check)
    await breath()
    const scores = model.evaluate(request.check)
    const tried = report.history.search?.tried.length ?? 1
    return { model, request, chosen, rounds, seconds: (performance.now() - started) / 1000, prediction, scores, truth, tried }
  } catch (error) {
    model.dispose()
    throw error
  }
}

function truth_of({ truth }: Request, { task, classes }: Model): number[] {
  return truth.map((answer) => (task === 'regression' ? Number(answer) : classes.indexOf(String(answer))))
}

/** The chosen machine again, round by round, on so few rows that it is soon done. */
async function* watch(request: Request, chosen: Choice, signal: AbortSignal): AsyncGenerator<Round> {
  const rfm = await engine()
  const { kernel, iterations, metric, ...rest } = chosen
  yield* rfm.rounds(request.watched, {
    ...request.options,
    ...rest,
    kernel: kernel as 'laplace',
    metric: metric === 'identity' ? 'diagonal' : metric,
    rounds: Math.max(iterations, LEAST_ROUNDS),
    heldOut: 0,
    at: request.check,
    seed: request.seed,
    signal,
    memoryLimit: MOST_BYTES,
  })
}

export function view_of(round: Round, request: Request, truth: number[]): RoundView {
  const { answers, classes } = round
  let score = NaN
  if (answers && request.options.task === 'regression') score = r_squared(truth, answers)
  else if (answers) score = accuracy(truth, likeliest(answers, classes.length))
  return { round: round.round, features: round.features, matrix: round.matrix, diagonal: round.diagonal, score }
}
