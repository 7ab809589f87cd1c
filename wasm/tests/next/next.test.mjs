// Next, as it was built: training in a client component, and in a route handler of the server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import test from 'node:test'
import { answers } from '../support/project.mjs'

const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', '0', '--hostname', '127.0.0.1'],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } })
test.after(() => server.kill())
let url
for await (const line of createInterface(server.stdout)) {
  url ??= line.match(/http:\/\/[\d.]+:\d+/)?.[0]
  if (line.includes('Ready')) break
}

test('a client component', () => answers(url))
test('a route handler', async () => {
  const { value } = await (await fetch(`${url}/api/fit`)).json()
  assert.ok(Math.abs(value - 6) < 0.5, String(value))
})
