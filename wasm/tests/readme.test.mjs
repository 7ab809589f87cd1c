// The program of README.md runs as printed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'

test('the first model of README.md', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, program] = readme.match(/```js\n([\s\S]*?)```/)
  const words = ['--input-type=module', '--eval', program]
  const said = execFileSync(process.execPath, words, { encoding: 'utf8', cwd: new URL('..', import.meta.url), timeout: 300_000 })
  assert.match(said, /expected \d+(\.\d+)? between \d/)
  assert.match(said, /column: 'hours'/)
})
