// Browsers, and bundlers that make pages for them: they look for
// `new URL('...', import.meta.url)` in exactly this form.
import { compile } from './compile.js'
import { RfmError } from '../interface/errors.js'
import type { Environment, Port } from './module.js'

/** A worker of another origin, a CDN's, needs a script of this one that imports it. */
function elsewhere(url: URL): Worker {
  const text = `import ${JSON.stringify(url.href)}`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const worker = new Worker(address, { type: 'module' })
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return worker
}

function start(script: string | URL | undefined): Worker {
  if (script !== undefined) {
    const url = new URL(script, location.href)
    return url.origin === location.origin || url.protocol === 'blob:' ? new Worker(url, { type: 'module' }) : elsewhere(url)
  }
  const here = new URL(import.meta.url)
  if (here.protocol.startsWith('http') && here.origin !== location.origin)
    return elsewhere(new URL('worker.js', here))
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
}

/** The worker as one end of a conversation, started by `start`. */
export function port(start: () => Worker, script: string): Port {
  if (typeof Worker === 'undefined')
    throw new RfmError('unsupported', 'there are no workers here: rfm-wasm/sync has the same calls on the calling thread')
  let worker: Worker
  try {
    worker = start()
  } catch (error) {
    throw new RfmError('load', `the worker ${script} could not be started: ${(error as Error).message}; ` +
      'workerUrl names another, rfm-wasm/inline brings its own', {}, error)
  }
  const port: Port = {
    post: (message, transfer = []) => worker.postMessage(message, transfer as Transferable[]),
    onMessage: () => {},
    onError: () => {},
    script,
    terminate: () => worker.terminate(),
    hold: () => {}
  }
  worker.onmessage = event => port.onMessage(event.data as never)
  worker.onerror = event => { event.preventDefault(); port.onError(event) }
  worker.onmessageerror = event => port.onError(event)
  return port
}

export const browser: Environment = {
  alone: async signal => compile(new URL('./rfm.wasm', import.meta.url), signal),
  threads: async signal => compile(new URL('./rfm-threads.wasm', import.meta.url), signal),
  mayWait: true,
  isolated: () => globalThis.crossOriginIsolated === true,
  processors: () => globalThis.navigator?.hardwareConcurrency ?? 1,
  compile,
  spawn: script => port(() => start(script), String(script ?? 'worker.js of rfm-wasm'))
}
