// What a table is taken for, as one text: by the program, `rfm look --json`, and by the package.
export const tablesOfPeople = new URL('../../../tests/tables/', import.meta.url)

export function summary({ task, taskReason, reason = taskReason, target, columns, findings }) {
  const lines = [`${target}: ${task}, ${reason}`]
  for (const { name, kind, role, reason, missing, distinct } of columns)
    lines.push(`${name}: ${kind}, ${role}, ${reason}, ${missing} missing, ${distinct} different`)
  for (const finding of findings) lines.push(JSON.stringify(Object.entries(finding).sort()))
  return lines.join('\n')
}
