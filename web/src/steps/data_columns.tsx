// The preview of a table: a card for each column with its role, missing cells, a
// small histogram; and rows as text.
import { useState } from 'preact/hooks'
import type { Facts } from '../data/facts'
import { of_column, plain } from '../data/findings'
import type { Column, Role, Table } from '../data/table'
import { Choice } from '../parts/choice'
import { count, number } from '../state/numbers'
import { roles, set_role, table, target } from '../state/store'
import { FindingLine } from './data_findings'

const ROLES: readonly (readonly [Role, string])[] = [
  ['number', 'Number'],
  ['category', 'Category'],
  ['yes/no', 'Yes / no'],
  ['date', 'Date'],
  ['leave out', 'Leave out'],
]
const SHOWN = 12
/** Of the table as text: so many rows from the top, and so many with problems. */
const ROWS = 8

/** Counts as bars; the words beside it say the same. */
function Sparkline({ counts, words }: { counts: number[]; words: string }) {
  const most = Math.max(1, ...counts)
  const width = 100 / counts.length
  return (
    <svg class="sparkline" viewBox="0 0 100 32" preserveAspectRatio="none" role="img" aria-label={words}>
      {counts.map((value, k) => (
        <rect key={k} x={k * width + 0.4} width={Math.max(1, width - 0.8)} y={32 - (31 * value) / most} height={(31 * value) / most} />
      ))}
    </svg>
  )
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

function spread(found: Facts): { counts: number[]; words: string; ends: [string, string] } {
  if (found.histogram.length > 0) {
    const end = found.kind === 'date' ? day : (value: number) => number(value)
    const ends: [string, string] = [end(found.least), end(found.largest)]
    return { counts: found.histogram, words: `Histogram from ${ends[0]} to ${ends[1]}: ${found.histogram.join(', ')} rows`, ends }
  }
  const words = found.commonest.map(([text, rows]) => `${text}: ${rows}`).join(', ')
  const first = found.commonest[0]?.[0] ?? ''
  return {
    counts: found.commonest.map(([, rows]) => rows),
    words: `Commonest values: ${words}`,
    ends: [first, found.distinct > 1 ? `${count(found.distinct)} values` : ''],
  }
}

function ColumnCard({ column, rows }: { column: Column; rows: number }) {
  const is_target = column.name === target.value
  const role = roles.value.get(column.name)!
  const { counts, words, ends } = spread(column.facts)
  const { missing, reason } = column.facts
  const left_out = role === 'leave out' && !is_target
  return (
    <li class={`column${is_target ? ' is-target' : ''}${left_out ? ' left-out' : ''}`}>
      <div class="column-head">
        <strong title={column.name}>{column.name}</strong>
        {is_target && <span class="badge">target</span>}
      </div>
      {counts.length > 0 && <Sparkline counts={counts} words={words} />}
      <div class="ends" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      <Choice
        label={`Role of ${column.name}`}
        hidden_label
        value={role}
        choices={is_target ? ROLES.slice(0, 3) : ROLES}
        on_change={(value) => set_role(column.name, value as Role)}
      />
      {missing > 0 && (
        <p class="remark">
          {count(missing)} of {count(rows)} cells are missing.
        </p>
      )}
      {of_column(table.value!.findings, column.name).map((finding) => (
        <FindingLine key={finding.what + (finding.detail ?? '')} finding={finding} />
      ))}
      {left_out && <p class="remark">Left out: {plain(reason)}.</p>}
    </li>
  )
}

/** A cell that is there and yet counts as missing. */
const unread = ({ cells, read }: Column, row: number): boolean => read[row] === null && cells[row]!.trim() !== ''

/** The first rows, and the first of those with a cell that is not what its column is. */
function rows_to_show({ columns, rows }: Table): number[] {
  const odd = columns.flatMap((column) => [...column.cells.keys()].filter((row) => unread(column, row)).slice(0, ROWS)).sort((a, b) => a - b)
  return [...new Set([...Array.from({ length: Math.min(ROWS, rows) }, (_, row) => row), ...odd.slice(0, ROWS)])]
}

function SomeRows() {
  const held = table.value!
  const columns = held.columns.slice(0, 40)
  return (
    <details class="notes">
      <summary>Rows as text</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Rows as text">
        <table>
          <thead>
            <tr>
              <th scope="col">row</th>
              {columns.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows_to_show(held).map((row) => (
              <tr key={row}>
                <th scope="row">{count(row + 1)}</th>
                {columns.map((column) => {
                  const words = column.read[row] === null ? (unread(column, row) ? 'counts as missing' : 'missing') : ''
                  return (
                    <td key={column.name} class={words ? 'odd' : ''}>
                      {column.cells[row]} {words && <small>{words}</small>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

export function ColumnsPreview() {
  const held = table.value!
  const [all, set_all] = useState(false)
  const order = held.columns.toSorted((a, b) => Number(b.name === target.value) - Number(a.name === target.value))
  const shown = all ? order : order.slice(0, SHOWN)
  return (
    <>
      <ul class="columns">
        {shown.map((column) => (
          <ColumnCard key={column.name} column={column} rows={held.rows_that_count} />
        ))}
      </ul>
      {order.length > SHOWN && (
        <button type="button" onClick={() => set_all(!all)}>
          {all ? 'Show fewer columns' : `Show all ${count(order.length)} columns`}
        </button>
      )}
      <SomeRows />
    </>
  )
}
