// Every program of examples, copied into a fresh project with the packed package.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import esbuild from 'esbuild'
import { load } from 'rfm-wasm/sync'
import { build } from 'vite'
import { project } from './support/project.mjs'
import { browser, serve, visit } from './support/serving.mjs'

const examples = fileURLToPath(new URL('../examples/', import.meta.url))
const houses = fileURLToPath(new URL('../../tests/examples/houses.csv', import.meta.url))
const sold = fileURLToPath(new URL('../../tests/examples/sold_houses.csv', import.meta.url))
const copied = name => {
  const here = project()
  cpSync(join(examples, name), name.includes('.') ? join(here, name) : here, { recursive: true })
  return here
}
const node = (here, words, options = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: here, encoding: 'utf8', maxBuffer: 2 ** 28, ...options })
  assert.equal(status, 0, stderr)
  return { stdout, stderr }
}

const chromium = await browser()
test.after(() => chromium.close())
async function shown(folder, look) {
  const server = await serve(folder)
  const { page, complaints } = await visit(chromium, server.url)
  await look(page)
  assert.deepEqual(complaints, [])
  await page.close()
  server.close()
}

test('browser: a chosen file becomes a list of what matters, and a stopped fit says so', () => shown(copied('browser'), async page => {
  await page.setInputFiles('input', houses)
  await page.waitForSelector('li')
  assert.match(await page.textContent('li'), /^area: \d\d %$/)
  await page.setInputFiles('input', [])
  await page.setInputFiles('input', houses)
  await page.click('button:not([disabled])')
  await page.waitForFunction(() => document.querySelector('ol').textContent === 'Stopped.')
}))

test('vite', async () => {
  const here = copied('vite')
  await build({ root: here, configFile: false, logLevel: 'error', build: { target: 'es2022' } })
  await shown(join(here, 'dist'), async page => {
    await page.waitForFunction(() => document.body.textContent.includes('matters most'))
    const [, value, low, high, column] = (await page.textContent('#answer')).match(/(\d+), between (\d+) and (\d+); (\w+)/)
    assert.ok(Number(low) <= Number(value) && Number(value) <= Number(high) && Math.abs(value - 370) < 20, value)
    assert.equal(column, 'area')
  })
})

test('react', async () => {
  const here = copied('react')
  await esbuild.build({ absWorkingDir: here, entryPoints: { main: 'main.jsx', worker: 'rfm-wasm/worker' }, bundle: true, format: 'esm',
    jsx: 'automatic', outdir: here, nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))], logLevel: 'error' })
  cpSync(join(here, 'node_modules/rfm-wasm/dist/rfm.wasm'), join(here, 'rfm.wasm'))
  await shown(here, async page => {
    const expected = async () => Number((await page.textContent('p')).match(/expected (\d+), between \d+ and \d+/)[1])
    await page.waitForSelector('input')
    const few = await expected()
    await page.fill('input', '8')
    await page.waitForFunction(few => !document.body.textContent.includes(`expected ${few},`), few)
    assert.ok(await expected() > few)
  })
})

test('node', () => {
  const { stdout } = node(copied('node.mjs'), ['node.mjs', houses, 'price'])
  const [, r2] = stdout.match(/^R2 (0\.\d+) on 60 rows/)
  assert.ok(r2 > 0.9)
  assert.match(stdout, /%  area\n/)
  assert.match(stdout, /left out: id, an identifier/)
})

test('csv_to_c: a header that a C compiler takes', () => {
  const here = copied('csv_to_c.mjs')
  const { stdout } = node(here, ['csv_to_c.mjs', houses, 'price', '16384'])
  writeFileSync(join(here, 'main.c'), `${stdout}\nint main(void) { return 0; }\n`)
  assert.match(stdout, /houses_predict/)
  execFileSync('cc', ['-std=c99', '-fsyntax-only', 'main.c'], { cwd: here })
})

test('stream: the answers of the whole table, in memory that does not grow with it', async () => {
  const here = copied('stream.mjs'), rfm = await load()
  const model = rfm.fit(readFileSync(houses), { target: 'price', kernel: 'laplace', rounds: 1, onWarning: () => {} })
  writeFileSync(join(here, 'houses.rfm'), rfm.shrink(model, { bytes: 6000 }).toBytes())
  const small = rfm.open(readFileSync(join(here, 'houses.rfm')))
  const [header, ...rows] = readFileSync(sold, 'utf8').trimEnd().split('\n')
  const odd = rows.map((row, k) => row.replace(/north|south/, town => k % 2 === 0 ? `"${town}"` : town))
  const peaks = [1000, 3000].map(times => {
    const input = `${header}\n${`${odd.join('\n')}\n`.repeat(times)}`
    const said = `data:text/javascript,process.on('exit', () => console.error(process.resourceUsage().maxRSS))`
    const { stdout, stderr } = node(here, ['--import', said, 'stream.mjs', 'houses.rfm'], { input })
    const answers = stdout.trimEnd().split('\n').slice(1).map(line => Number(line.split(',')[0]))
    const { values } = small.predict([header, ...odd].join('\n'))
    assert.equal(answers.length, odd.length * times)
    for (let k = 0; k < answers.length; ++k) assert.equal(Math.fround(answers[k]), values[k % odd.length])
    return Number(stderr)
  })
  assert.ok(peaks[1] < 1.3 * peaks[0], `${peaks} KB`)
})
