// The engine, loaded once and only when something is to be trained, opened or predicted.
import type { Rfm } from 'rfm-wasm'

let loading: Promise<Rfm> | null = null

export function engine(): Promise<Rfm> {
  loading ??= import('rfm-wasm').then(({ load }) => load({ threads: 'auto' }))
  // A failed load is tried again when asked for again.
  loading.catch(() => {
    loading = null
  })
  return loading
}
