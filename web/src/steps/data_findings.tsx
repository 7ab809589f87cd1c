// How the file was read, and what one click changes about it.
import { change_of, of_table, words_of } from '../data/findings'
import { SEPARATORS } from '../data/reading'
import { Choice } from '../parts/choice'
import { count } from '../state/numbers'
import { change, set_role, settings, table } from '../state/store'
import type { Finding } from 'rfm-wasm'

/** A finding of a column or of the table, with the button that reads it otherwise. */
export function FindingLine({ finding }: { finding: Finding }) {
  const way = change_of(finding)
  const { column } = finding
  return (
    <p class="remark">
      {words_of(finding)}{' '}
      {way && (
        <button
          type="button"
          class="link"
          aria-label={column === undefined ? undefined : `${way.words}: ${column}`}
          onClick={() => ('part' in way ? change(way.part) : column !== undefined && set_role(column, way.role))}
        >
          {way.words}
        </button>
      )}
    </p>
  )
}

const found = 'As found'

/** The choices that are the file's rather than a column's. */
export function HowItWasRead() {
  const held = table.value!
  const { separator, header, decimal, dates, totals } = settings.value
  const findings = of_table(held.findings)
  const changed = separator || header || decimal || dates || totals
  return (
    <details class="notes" open={findings.length > 0 || Boolean(changed)}>
      <summary>
        How it was read{findings.length > 0 && `: ${count(findings.length)} ${findings.length === 1 ? 'remark' : 'remarks'}`}
      </summary>
      {findings.map((finding) => (
        <FindingLine key={finding.what} finding={finding} />
      ))}
      <div class="fields reading">
        <Choice label="Between the cells" value={separator} choices={[['', found], ...SEPARATORS]} on_change={(value) => change({ separator: value })} />
        <Choice label="First line" value={header} choices={[['', found], ['yes', 'Names of the columns'], ['no', 'A row like others']]} on_change={(value) => change({ header: value })} />
        <Choice label="Decimal mark" value={decimal} choices={[['', found], ['.', 'Point'], [',', 'Comma']]} hint="where the numbers themselves do not show it" on_change={(value) => change({ decimal: value })} />
        <Choice label="Dates such as 03/04/2024" value={dates} choices={[['', found], ['dmy', 'Day first'], ['mdy', 'Month first']]} on_change={(value) => change({ dates: value })} />
      </div>
    </details>
  )
}
