// Small facts that need no worker.
import type { Core } from './core.js'
import { RfmError } from './errors.js'
import type { Metric, Sizes, SizesOptions } from './types.js'

const metrics: readonly Metric[] = ['full', 'diagonal', 'identity']

export const versionOf = (core: Core): string => core.call(exports => exports.version(), c => c.text())

export function sizesOf(core: Core, { rows, columns, outputs = 1, metric = 'full' }: SizesOptions): Sizes {
  const kind = metrics.indexOf(metric)
  if (kind < 0) throw new RfmError('input', `option metric: '${metric}' is none of ${metrics.join(', ')}`)
  return core.call(exports => exports.sizes(rows, columns, outputs, kind), c => c.json() as Sizes)
}
