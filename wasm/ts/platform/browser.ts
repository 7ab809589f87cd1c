// Browsers, and bundlers that make pages for them: they look for
// `new URL('...', import.meta.url)` in exactly this form.
import { compile } from './compile.js'
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

function spawn(script: string | URL | undefined): Port {
  const worker = start(script)
  const port: Port = {
    post: (message, transfer = []) => worker.postMessage(message, transfer as Transferable[]),
    onMessage: () => {},
    onError: () => {},
    terminate: () => worker.terminate(),
    hold: () => {}
  }
  worker.onmessage = event => port.onMessage(event.data as never)
  worker.onerror = event => { event.preventDefault(); port.onError(event) }
  worker.onmessageerror = event => port.onError(event)
  return port
}

export const browser: Environment = {
  alone: new URL('./rfm.wasm', import.meta.url),
  threads: new URL('./rfm-threads.wasm', import.meta.url),
  mayWait: true,
  isolated: () => globalThis.crossOriginIsolated === true,
  processors: () => navigator.hardwareConcurrency,
  compile,
  spawn
}
