// What outlives the tab, in this browser alone: the table, the model and all that is shown of it.
// Browsers that keep nothing are as good as empty ones.
import { signal } from '@preact/signals'

/** What is kept, in words; null where nothing is. */
export const kept = signal<string | null>(null)

const STORE = 'kept'
/** More than this is not kept. */
const MOST_BYTES = 200e6

let opening: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('rfm', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  return opening
}

async function carry_out<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const store = (await database()).transaction(STORE, mode).objectStore(STORE)
    const asked = work(store)
    return await new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  } catch {
    return undefined
  }
}

export interface KeptTable {
  file: Blob
  name: string
  about: string
  /** The page's address, in which the settings stand. */
  hash: string
}

export const get = <T>(key: 'table' | 'run' | 'opened'): Promise<T | undefined> => carry_out('readonly', (store) => store.get(key) as IDBRequest<T>)

export async function keep(key: 'table' | 'run' | 'opened', value: unknown, bytes: number): Promise<void> {
  if (bytes > MOST_BYTES) return
  await carry_out('readwrite', (store) => store.put(value, key))
  await look()
}

export async function forget_all(): Promise<void> {
  await carry_out('readwrite', (store) => store.clear())
  kept.value = null
}

/** Sees what is there. */
export async function look(): Promise<void> {
  const table = await get<KeptTable>('table')
  const opened = await get<{ name: string }>('opened')
  kept.value = table?.name ?? opened?.name ?? null
}
