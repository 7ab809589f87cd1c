// Node: files instead of fetches, worker_threads instead of Worker. An idle worker
// does not keep the program alive.
import * as os from 'node:os'
import { Worker } from 'node:worker_threads'
import { compile } from './compile.node.js'
import type { Environment, Port } from './module.js'

function spawn(script: string | URL | undefined): Port {
  const own = new URL('./worker.node.js', import.meta.url)
  // Not the options of this program: --eval and --input-type are refused in a worker.
  const worker = new Worker(script === undefined ? own : new URL(script, import.meta.url), { execArgv: [] })
  const port: Port = {
    post: (message, transfer = []) => worker.postMessage(message, transfer as never),
    onMessage: () => {},
    onError: () => {},
    terminate: () => { void worker.terminate() },
    hold: on => { if (on) worker.ref(); else worker.unref() }
  }
  worker.on('message', message => port.onMessage(message as never))
  worker.on('error', error => port.onError(error))
  worker.on('messageerror', error => port.onError(error))
  return port
}

export const node: Environment = {
  alone: new URL('./rfm.wasm', import.meta.url),
  threads: new URL('./rfm-threads.wasm', import.meta.url),
  mayWait: true,
  isolated: () => true,
  // Before node 18.14 there is only the other.
  processors: () => os.availableParallelism?.() ?? os.cpus().length,
  compile,
  spawn
}
