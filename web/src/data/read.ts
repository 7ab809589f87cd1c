// The worker that reads: kept for the next table, ended where reading is cancelled.
import { TableError, type Column, type Table } from './table'
import type { ReadMessage, ReadRequest, TextRequest, TextRows } from './read.worker'

let idle: Worker | null = null

function ask<T>(request: ReadRequest | TextRequest, signal: AbortSignal, hear: (message: ReadMessage) => T | undefined): Promise<T> {
  const worker = idle ?? new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  idle = null
  return new Promise<T>((resolve, reject) => {
    const stop = () => {
      worker.terminate()
      reject(new DOMException('Reading was cancelled', 'AbortError'))
    }
    const settle = (then: () => void) => {
      signal.removeEventListener('abort', stop)
      idle?.terminate()
      idle = worker
      then()
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) return stop()
    worker.onerror = () => reject(new TableError('The file could not be read.'))
    worker.onmessage = (event: MessageEvent<ReadMessage>) => {
      const message = event.data
      if ('error' in message) return settle(() => reject(new TableError(message.error)))
      const heard = hear(message)
      if (heard !== undefined) settle(() => resolve(heard))
    }
    worker.postMessage(request)
  })
}

export function read_table(request: ReadRequest, signal: AbortSignal): Promise<Table> {
  const columns: Column[] = []
  return ask(request, signal, (message) => {
    if ('columns' in message) columns.push(...message.columns)
    return 'table' in message ? { ...message.table, columns } : undefined
  })
}

export function read_text(file: Blob, known: readonly string[], signal: AbortSignal): Promise<TextRows> {
  return ask({ file, known }, signal, (message) => ('text' in message ? message.text : undefined))
}
