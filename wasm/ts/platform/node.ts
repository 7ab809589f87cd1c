// Node: files instead of fetches, worker_threads instead of Worker. An idle worker
// does not keep the program alive.
import * as os from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { absolute } from './address.js'
import { compile } from './compile.node.js'
import type { Environment, Port } from './module.js'

/** The worker as one end of a conversation. */
export function port(script: string | URL, options: WorkerOptions = {}, name = String(script)): Port {
  // Not the options of this program: --eval and --input-type are refused in a worker.
  const worker = new Worker(script, { execArgv: [], ...options })
  const port: Port = {
    post: (message, transfer = []) => worker.postMessage(message, transfer as never),
    onMessage: () => {},
    onError: () => {},
    script: name,
    terminate: () => { void worker.terminate() },
    hold: on => { if (on) worker.ref(); else worker.unref() }
  }
  worker.on('message', message => port.onMessage(message as never))
  worker.on('error', error => port.onError(error))
  worker.on('messageerror', error => port.onError(error))
  worker.on('exit', () => port.onError(undefined))
  return port
}

// Before node 18.14 there is only the other.
export const processors = (): number => os.availableParallelism?.() ?? os.cpus().length

export const node: Environment = {
  alone: async signal => compile(new URL('./rfm.wasm', import.meta.url), signal),
  threads: async signal => compile(new URL('./rfm-threads.wasm', import.meta.url), signal),
  mayWait: true,
  isolated: () => true,
  processors,
  compile,
  spawn: script => port(script === undefined ? new URL('./worker.node.cjs', import.meta.url) : absolute(script))
}
