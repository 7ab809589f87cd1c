// Fresh projects with the package as npm would install it: packed, and the tarball unpacked there.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browser, serve, visit } from './serving.mjs'

const folder = fileURLToPath(new URL('../..', import.meta.url))
const made = mkdtempSync(join(tmpdir(), 'rfm-projects-'))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))
const quiet = { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }

/** What `npm pack` says of the tarball. */
export const packed = (() => {
  const said = JSON.parse(execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', made], { ...quiet, cwd: folder }))
  return Array.isArray(said) ? said[0] : Object.values(said)[0]
})()
export const tarball = join(made, packed.filename)

let projects = 0
/** A folder with these files, the package installed. */
export function project(files = {}) {
  const here = join(made, `project-${++projects}`)
  mkdirSync(here)
  writeFileSync(join(here, 'package.json'), '{ "name": "fresh", "private": true, "type": "module" }')
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball], { ...quiet, cwd: here })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(here, name)), { recursive: true })
    writeFileSync(join(here, name), text)
  }
  return here
}

export const run = (here, ...words) => execFileSync(process.execPath, words, { ...quiet, cwd: here, timeout: 120_000 })

/** Copies files of the package's dist into this folder. */
export function copy(here, to, ...names) {
  mkdirSync(to, { recursive: true })
  for (const name of names) copyFileSync(join(here, 'node_modules/rfm-wasm/dist', name), join(to, name))
}

/** Trains, and answers by both modules: what every project runs. */
export const script = `import { load } from 'rfm-wasm'
import { open } from 'rfm-wasm/predict'
const rfm = await load()
const table = { a: [1, 2, 3, 4, 5, 6], b: [2, 4, 6, 8, 10, 13] }
const model = await rfm.fit(table, { kernel: 'gaussian', rounds: 0 })
const alone = await open(model.toBytes())
if (String(alone.predict(table).values) !== String(model.predict(table).values)) throw new Error('other answers alone')
document.title = 'answered ' + alone.predict(table).rows + ' ' + model.toC().length
`
export const html = '<!doctype html><title>waiting</title><script type="module" src="./main.js"></script>'
export const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"

/** Whether the page at this address answers, without a complaint. */
export async function answers(url) {
  const chromium = await browser()
  try {
    const { page, complaints } = await visit(chromium, url)
    const title = await page.waitForFunction(() => document.title.startsWith('answered') && document.title, null, { timeout: 20_000 })
      .then(handle => handle.jsonValue(), () => 'never answered')
    if (!/^answered 6 \d+$/.test(title) || complaints.length > 0) throw new Error([title, ...complaints].join('\n'))
  } finally {
    await chromium.close()
  }
}

export async function runs(folder, { page, headers } = {}, path = '/') {
  const server = await serve(folder, { ...(page !== undefined && { page }), ...(headers !== undefined && { headers }) })
  try {
    await answers(server.url + path)
  } finally {
    server.close()
  }
}
