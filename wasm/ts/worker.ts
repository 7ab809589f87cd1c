// The worker script in a browser.
import { serve } from './calls/serve.js'

const scope = self as unknown as { postMessage(message: unknown, transfer: readonly Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null }
const handle = serve((reply, transfer = []) => scope.postMessage(reply, transfer))
scope.onmessage = event => handle(event.data)
