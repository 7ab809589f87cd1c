// The page's side of the workers: so many at most, idle ones wait for the next job and jobs for the
// next idle one; a busy one is ended when its job is aborted. Where threads were asked for, a worker has helpers, which
// share its memory and its work.
import { aborted, RfmError } from '../interface/errors.js'
import type { Loaded, Environment, Port } from '../platform/module.js'
import type { Reply, Request } from './protocol.js'
import type { LoadOptions, Progress } from '../interface/types.js'

// An idle worker that holds more memory than this is ended: its module cannot give memory back.
const idleBytes = 64 * 2 ** 20

export interface JobOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** By all threads. */
  readonly helped?: boolean
  /** By a worker more than others wait for: a caller may fit while he watches rounds. */
  readonly beside?: boolean
  /** To answer in. */
  readonly seconds?: number
}

const silent = (script: string, seconds: number): RfmError => new RfmError('load',
  `the worker did not answer within ${seconds} seconds of starting: see that its script ${script} is there, is rfm-wasm/worker, ` +
  'and was dropped neither by a bundler nor by the worker-src of a content security policy; workerUrl names another')

/** A worker with the module loaded, for one job or one conversation. */
export class Conversation {
  private memory = 0
  private over = false
  private reject: ((error: RfmError) => void) | undefined

  constructor(private readonly port: Port, private readonly release: (idle: boolean) => void) {}

  ask(request: Request, options: JobOptions = {}): Promise<unknown> {
    if (this.over) return Promise.reject(new RfmError('failed', 'the worker is gone'))
    const { signal, onProgress, seconds } = options
    if (signal?.aborted) {
      this.end(false)
      return Promise.reject(aborted(signal))
    }
    return new Promise((resolve, reject) => {
      const stop = (): void => settle(() => { this.end(false); reject(aborted(signal!)) })
      const late = seconds === undefined ? undefined
        : setTimeout(() => this.reject?.(silent(this.port.script, seconds)), 1000 * seconds)
      const settle = (then: () => void): void => {
        clearTimeout(late)
        signal?.removeEventListener('abort', stop)
        this.reject = undefined
        then()
      }
      this.reject = error => settle(() => { this.end(false); reject(error) })
      signal?.addEventListener('abort', stop, { once: true })
      this.port.onError = error => this.reject?.(new RfmError('load',
        `the worker failed: ${(error as Error | undefined)?.message ?? `its script ${this.port.script} could not be loaded`}`,
        {}, error))
      this.port.onMessage = ((reply: Reply) => {
        if (reply.kind === 'progress') return tell(reply.progress)
        if (reply.kind === 'done') {
          this.memory = reply.memory
          return settle(() => resolve(reply.result))
        }
        const { code, words, ...place } = reply.failure
        settle(() => { if (reply.broken) this.end(false); reject(new RfmError(code, words, place)) })
      }) as (message: never) => void
      const tell = (progress: Progress): void => {
        try {
          onProgress?.(progress)
        } catch (error) {
          settle(() => { this.end(false); reject(error) })
        }
      }
      try {
        this.port.post(request)
      } catch (error) {
        this.reject(new RfmError('input', `the table or an option cannot be sent to a worker: ${(error as Error).message}`,
          {}, error))
      }
    })
  }

  /** The worker waits for the next job, or is ended. */
  end(keep = true): void {
    if (this.over) return
    this.over = true
    this.release(keep && this.memory <= idleBytes)
  }

  fail(error: RfmError): void { this.reject?.(error) }
}

/** What a worker leaves for helpers: its memory, and in it a stack for each. */
export interface Places { readonly memory: WebAssembly.Memory; readonly stacks: readonly number[] }

class Team implements Port {
  onMessage: (message: never) => void = () => {}
  onError: (error: unknown) => void = () => {}
  private readonly ports: Port[] = []
  private places: Places | undefined

  constructor(private readonly environment: Environment, private readonly loaded: Loaded, private readonly options: LoadOptions) {
    this.join().onMessage = message => this.onMessage(message)
  }

  private join(): Port {
    const port = this.environment.spawn(this.options.workerUrl)
    port.onError = error => this.onError(error)
    this.ports.push(port)
    return port
  }

  get script(): string { return this.ports[0]!.script }

  load(): Request { return { kind: 'load', module: this.loaded.module, threads: this.loaded.threads } }
  loadedAt(places: Places | undefined): void { this.places = places }

  /** Starts the helpers, once. Work need not wait for them: they join when they are ready. */
  callHelpers(): void {
    const { memory, stacks = [] } = this.places ?? {}
    this.places = undefined
    stacks.forEach((stack, k) => {
      const helper = this.join()
      // It says nothing unless it failed, and then the job cannot be finished.
      helper.onMessage = ((reply: Reply) => this.onMessage(reply as never)) as (message: never) => void
      const request: Request = { kind: 'help', module: this.loaded.module, memory: memory!, stack, worker: k + 1 }
      helper.post(request)
    })
  }

  post(message: unknown, transfer?: readonly Transferable[]): void { this.ports[0]!.post(message, transfer) }
  terminate(): void { for (const port of this.ports) port.terminate() }
  hold(on: boolean): void { for (const port of this.ports) port.hold(on) }
}

const usualSeconds = 10

const whole = (name: string, given: number): number => {
  if (given >= 1 && Number.isInteger(given)) return given
  throw new RfmError('input', `option ${name}: ${given} is not a whole number from 1`)
}

interface Waiting { readonly go: () => void; readonly fail: (error: RfmError) => void }

export class Workers {
  private readonly idle: Team[] = []
  private readonly busy = new Set<Conversation>()
  private readonly queue: Waiting[] = []
  private readonly most: number
  private readonly seconds: number
  private working = 0
  private disposed = false

  constructor(private readonly environment: Environment, private readonly loaded: Loaded, private readonly options: LoadOptions) {
    const { workers = Math.ceil((environment.processors() || 2) / loaded.threads), workerTimeout = usualSeconds } = options
    this.most = whole('workers', workers)
    if (!(workerTimeout > 0)) throw new RfmError('input', `option workerTimeout: ${workerTimeout} is not a number of seconds`)
    this.seconds = workerTimeout
  }

  private async begun(options: JobOptions, ended: () => void): Promise<Conversation> {
    if (this.disposed) throw new RfmError('disposed', 'this was disposed of')
    if (options.signal?.aborted) throw aborted(options.signal)
    const waiting = this.idle.pop()
    const team = waiting ?? new Team(this.environment, this.loaded, this.options)
    team.hold(true)
    const conversation: Conversation = new Conversation(team, keep => {
      this.busy.delete(conversation)
      if (!keep || this.disposed || this.idle.length >= this.most) {
        team.terminate()
      } else {
        team.hold(false)
        this.idle.push(team)
      }
      ended()
    })
    this.busy.add(conversation)
    if (waiting === undefined)
      team.loadedAt(await conversation.ask(team.load(), { ...options, seconds: this.seconds }) as Places | undefined)
    if (options.helped) team.callHelpers()
    return conversation
  }

  async begin(options: JobOptions = {}): Promise<Conversation> {
    if (options.beside) return this.begun(options, () => {})
    await this.turn(options.signal)
    let over = false
    const end = (): void => {
      if (over) return
      over = true
      --this.working
      this.queue.shift()?.go()
    }
    return this.begun(options, end).catch((error: unknown) => { end(); throw error })
  }

  /** Comes when fewer than `most` jobs run. */
  private turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.working < this.most) {
      ++this.working
      return Promise.resolve()
    }
    if (signal?.aborted) return Promise.reject(aborted(signal))
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1)
        waiting.fail(aborted(signal!))
      }
      const waiting: Waiting = {
        go: () => { signal?.removeEventListener('abort', stop); ++this.working; resolve() },
        fail: error => { signal?.removeEventListener('abort', stop); reject(error) }
      }
      signal?.addEventListener('abort', stop, { once: true })
      this.queue.push(waiting)
    })
  }

  /** One request, one answer. */
  async run(request: Request, options: JobOptions): Promise<unknown> {
    const conversation = await this.begin(options)
    try {
      return await conversation.ask(request, options)
    } finally {
      conversation.end()
    }
  }

  dispose(): void {
    this.disposed = true
    for (const team of this.idle.splice(0)) team.terminate()
    const gone = (): RfmError => new RfmError('disposed', 'this was disposed of')
    for (const waiting of this.queue.splice(0)) waiting.fail(gone())
    for (const conversation of [...this.busy]) conversation.fail(gone())
  }
}
