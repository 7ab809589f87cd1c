// The program of README.md runs as printed, and docs/api.md is what the types say.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { written } from '../docs/api.mjs'

test('the first model of README.md', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, program] = readme.match(/```js\n([\s\S]*?)```/)
  const words = ['--input-type=module', '--eval', program]
  const said = execFileSync(process.execPath, words, { encoding: 'utf8', cwd: new URL('..', import.meta.url), timeout: 300_000 })
  const [, output] = readme.match(/```text\n([\s\S]*?)```/)
  assert.match(said, /expected \d+(\.\d+)? between \[ '\d/)
  assert.match(said, /^hours 0\.9/m)
  assert.equal(said, output)
})

test('docs/api.md is written from the types as they are: npm run docs', () =>
  assert.equal(readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8'), written()))
