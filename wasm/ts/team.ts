// A worker and, where threads were asked for, the helpers that share its memory and its work: to the rest of the package one port.
import type { Environment, Loaded, Port } from './module.js'
import type { Reply, Request } from './protocol.js'

/** What a worker leaves for helpers: its memory, and in it a stack for each. */
export interface Places { readonly memory: WebAssembly.Memory; readonly stacks: readonly number[] }

export class Team implements Port {
  onMessage: (message: never) => void = () => {}
  onError: (error: unknown) => void = () => {}
  private readonly ports: Port[] = []
  private places: Places | undefined

  constructor(private readonly environment: Environment, private readonly loaded: Loaded,
    private readonly script: string | URL | undefined) {
    this.join().onMessage = message => this.onMessage(message)
  }

  private join(): Port {
    const port = this.environment.spawn(this.script)
    port.onError = error => this.onError(error)
    this.ports.push(port)
    return port
  }

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
