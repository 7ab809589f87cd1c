// The expert's panel: every choice that the search would otherwise make,
// the seed and how long to search.
import { Choice, NumberField } from '../parts/choice'
import { KERNELS } from '../state/kernels'
import { DEFAULTS } from '../state/settings'
import { change, settings, table, target } from '../state/store'

const by_search = 'Chosen by search'

const kernel_choices = [['', by_search], ...KERNELS] as const

const METRICS = [
  ['', by_search],
  ['diagonal', 'Diagonal: a weight for each column'],
  ['full', 'Full: directions too'],
  ['identity', 'Identity: nothing is learned'],
] as const

const BUDGETS = [
  [String(DEFAULTS.budget), 'Quick: under 5 seconds in all'],
  ['30', 'Thorough: 30 seconds'],
  ['0', 'To the end'],
] as const

const MOST_WAYS = 40

/** By columns whose cells repeat, and by those that have an order. */
function ways_to_divide(): [string, string][] {
  const others = (table.value?.columns ?? []).filter(({ name }) => name !== target.value)
  const groups = others.filter(({ facts }) => facts.kind !== 'yes/no' && facts.distinct > 2 && facts.distinct <= (table.value?.rows ?? 0) / 2)
  const times = others.filter(({ facts }) => facts.kind === 'date' || facts.kind === 'number')
  return [
    ...groups.slice(0, MOST_WAYS).map(({ name }): [string, string] => [`groups:${name}`, `Whole groups of ${name}`]),
    ...times.slice(0, MOST_WAYS).map(({ name }): [string, string] => [`time:${name}`, `The latest by ${name}`]),
  ]
}

export function ExpertPanel() {
  const { expert, kernel, metric, bandwidth, ridge, rounds, seed, budget, check, sample, divide } = settings.value
  const known_kernel = kernel_choices.some(([name]) => name === kernel)
  const kernels = known_kernel ? kernel_choices : [...kernel_choices, [kernel, kernel] as const]
  const known = BUDGETS.some(([value]) => value === String(budget))
  const budgets = known ? BUDGETS : [...BUDGETS, [String(budget), budget === 1 ? '1 second' : `${budget} seconds`] as const]
  return (
    <details class="card expert" open={expert} onToggle={(event) => change({ expert: event.currentTarget.open })}>
      <summary>
        <h2>Expert panel</h2>
      </summary>
      <div class="fields">
        <Choice label="Kernel" value={kernel} choices={kernels} on_change={(value) => change({ kernel: value })} />
        <Choice label="Metric" value={metric} choices={METRICS} on_change={(value) => change({ metric: value })} />
        <NumberField label="Bandwidth" value={bandwidth} least={0} most={1e4} empty={[0, by_search]}
          on_change={(value) => change({ bandwidth: value })} />
        <NumberField label="Ridge" value={ridge} least={0} most={1e4} empty={[0, by_search]}
          on_change={(value) => change({ ridge: value })} />
        <NumberField label="Rounds" value={rounds} least={0} most={20} step={1} empty={[-1, by_search]} hint="0: nothing is learned"
          on_change={(value) => change({ rounds: Math.round(value) })} />
        <NumberField label="Seed" value={seed} least={0} most={1e6} step={1} hint="the same seed gives the same model"
          on_change={(value) => change({ seed: Math.round(value) })} />
        <Choice label="Search" value={String(budget)} choices={budgets} hint="a search to the end gives the same model on every computer"
          on_change={(value) => change({ budget: Number(value) })} />
        <NumberField label="Rows to check on, per cent" value={check} least={5} most={50} step={1}
          on_change={(value) => change({ check: value })} />
        <Choice label="Which rows are kept aside" value={divide} choices={[['', 'Drawn at random'], ...ways_to_divide()]} hint="as new rows will come: of groups that were not seen, or later"
          on_change={(value) => change({ divide: value })} />
        <NumberField label="Sample of rows" value={sample} least={0} most={1e6} step={1} empty={[0, 'all rows']}
          on_change={(value) => change({ sample: Math.round(value) })} />
      </div>
    </details>
  )
}
