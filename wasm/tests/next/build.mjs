// The tarball unpacked among the packages of this project, which Next then builds.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { tarball } from '../support/project.mjs'

rmSync('node_modules/rfm-wasm', { recursive: true, force: true })
mkdirSync('node_modules/rfm-wasm')
execFileSync('tar', ['xzf', tarball, '-C', 'node_modules/rfm-wasm', '--strip-components', '1'])
execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'],
  { stdio: 'inherit', env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } })
