// A hook that trains on a table: it aborts what nobody waits for any more, and frees what it made.
import { useEffect, useState } from 'react'
import { load } from 'rfm-wasm'

let loading
const engine = () => loading ??= load()

export function useModel(table, options) {
  const [state, say] = useState({ done: 0 })
  useEffect(() => {
    const control = new AbortController()
    let model
    engine()
      .then(rfm => rfm.fit(table, { ...options, signal: control.signal, onProgress: ({ done }) => say({ done }) }))
      .then(made => {
        model = made
        say({ done: 1, model })
      })
      .catch(error => { if (error.name !== 'AbortError') say({ done: 0, error }) })
    return () => {
      control.abort()
      model?.dispose()
    }
  }, [table])
  return state
}
