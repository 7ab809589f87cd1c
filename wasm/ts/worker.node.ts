// The worker script in Node.
import { parentPort } from 'node:worker_threads'
import { serve } from './work/serve.js'

const port = parentPort!
const handle = serve((reply, transfer = []) => port.postMessage(reply, transfer as never))
port.on('message', handle)
