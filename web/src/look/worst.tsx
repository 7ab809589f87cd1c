// The rows answered worst, with their cells; each can be taken to Predict.
import type { Run } from '../model/train'
import { worst_rows } from '../model/worst'
import { Card } from '../parts/choice'
import { ask_row } from '../state/form'
import { count, number, roughly } from '../state/numbers'

const ROWS = 8
const COLUMNS = 5

const shown = (value: string | number) => (typeof value === 'number' ? number(value, 4) : value)

export function Worst({ held }: { held: Run }) {
  const rows = worst_rows(held, ROWS)
  if (rows.length === 0) return null
  const { model, request } = held
  const columns = model.importances().slice(0, COLUMNS).map(({ column }) => column)
  return (
    <Card title="Where it is most wrong" wide>
      <div class="scroll" tabIndex={0} role="region" aria-label="Rows answered worst">
        <table>
          <thead>
            <tr>
              <th scope="col">row</th>
              <th scope="col">{model.target}</th>
              <th scope="col">answered</th>
              <th scope="col">{model.task === 'regression' ? 'off by' : 'sure'}</th>
              {columns.map((name) => (
                <th scope="col" key={name}>{name}</th>
              ))}
              <th scope="col"><span class="hidden">Predict</span></th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, actual, answered, off }) => (
              <tr key={row}>
                <th scope="row">{count(request.check_places[row]! + 1)}</th>
                <td>{shown(actual)}</td>
                <td>{shown(answered)}</td>
                <td>{model.task === 'regression' ? number(off, 3) : roughly(off)}</td>
                {columns.map((name) => (
                  <td key={name}>{request.check[name]![row]}</td>
                ))}
                <td>
                  <button type="button" class="small" aria-label={`Predict row ${request.check_places[row]! + 1}`} onClick={() => ask_row(held, row)}>
                    Predict
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
