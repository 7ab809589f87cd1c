// The worker script in Node: one CommonJS file, since bundlers for servers copy it alone to where a
// script may be of either kind.
import { parentPort } from 'node:worker_threads'
import { serve } from './calls/serve.js'

const port = parentPort!
const handle = serve((reply, transfer = []) => port.postMessage(reply, transfer as never))
port.on('message', handle)
