// Starts the reading worker for one file or pasted text; aborting ends the worker at once. `all`
// refuses a file with more rows than can be held instead of keeping a sample.
import { TableError, type Column, type Table } from './table'
import type { ReadMessage } from './read.worker'

export function read_table(
  file: Blob,
  name: string,
  signal: AbortSignal,
  on_share: (share: number) => void,
  all = false,
): Promise<Table> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  const columns: Column[] = []
  return new Promise<Table>((resolve, reject) => {
    const stop = () => reject(new DOMException('Reading was cancelled', 'AbortError'))
    signal.addEventListener('abort', stop, { once: true })
    worker.onerror = () => reject(new TableError('The file could not be read.'))
    worker.onmessage = (event: MessageEvent<ReadMessage>) => {
      const message = event.data
      if ('share' in message) on_share(message.share)
      else if ('columns' in message) columns.push(...message.columns)
      else if ('table' in message) resolve({ ...message.table, columns })
      else reject(new TableError(message.error))
    }
    worker.postMessage({ file, name, all })
  }).finally(() => worker.terminate())
}
