// What was left out without being asked for is said aloud.
import type { FitOptions, Model } from '../interface/types.js'

export function warn(model: Model, { columns, drop = [], onWarning = words => console.warn(words) }: FitOptions): void {
  for (const dropped of model.dropped)
    if (!drop.includes(dropped.column) && (columns?.includes(dropped.column) ?? true))
      onWarning(`rfm-wasm: column '${dropped.column}' is not used: ${dropped.reason}`, dropped)
}
