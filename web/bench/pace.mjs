// How long the page takes for tables of 500 and 5,000 rows and 10 columns and for 1,000 images of
// 28 x 28 pixels, and the longest it stands still meanwhile: `npm run build && node bench/pace.mjs`.
// On the clock, in /usr/bin/chromium: a busy machine shows too much.
import { chromium } from '@playwright/test'
import { preview } from 'vite'

let state = 1
const random = () => (state = (state * 16807) % 2147483647) / 2147483647
const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
const times = (count, make) => Array.from({ length: count }, (_, k) => make(k))
const csv = (names, rows) => `${names.join(',')}\n${rows.map((row) => row.join(',')).join('\n')}\n`

function numbers(count) {
  const rows = times(count, () => {
    const x = times(10, normal)
    return [...x, x[0] * x[1] + Math.sin(x[2]) + 0.3 * normal()].map((value) => value.toFixed(4))
  })
  return csv([...times(10, (k) => `x${k}`), 'y'], rows)
}

function images() {
  const rows = times(1000, (k) => {
    const lit = (place) => Math.hypot(Math.floor(place / 28) - 8 - 5 * (k % 3), (place % 28) - 14) < 4
    return [...times(784, (place) => Math.round(51 * random() + (lit(place) ? 150 * random() : 0))), 'abc'[k % 3]]
  })
  return csv([...times(784, (k) => `pixel${k}`), 'label'], rows)
}

/** The longest time between two frames since it was last asked. */
async function longest(page) {
  return page.evaluate(() => {
    const most = Math.max(0, ...(window.gaps ?? []))
    if (!window.gaps) {
      let before = performance.now()
      const frame = (now) => {
        window.gaps.push(now - before)
        before = now
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    }
    window.gaps = []
    return Math.round(most)
  })
}

async function measure(page, name, text) {
  await page.goto('about:blank')
  await page.goto('/')
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Train' }).click()
  await longest(page)
  const started = performance.now()
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await page.getByRole('heading', { name: /it has not seen/ }).waitFor({ timeout: 300_000 })
  const seconds = (performance.now() - started) / 1000
  await page.waitForTimeout(2000)
  console.log(`${name}: trained in ${seconds.toFixed(1)} s, the longest frame until all is drawn ${await longest(page)} ms`)
}

const server = await preview({ preview: { port: 4818, strictPort: true }, logLevel: 'warn' })
const browser = await chromium.launch({ executablePath: process.env.RFM_CHROMIUM ?? '/usr/bin/chromium' })
const page = await browser.newPage({ baseURL: 'http://localhost:4818' })
try {
  for (const [name, make] of [['numbers.csv', () => numbers(500)], ['long.csv', () => numbers(5000)], ['images.csv', images]]) await measure(page, name, make())
} finally {
  await browser.close()
  await server.close()
}
