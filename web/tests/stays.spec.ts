// What comes from anywhere, and what stays: dropping, pasting, spreadsheets, models, the next visit.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, give, step, test, train, train_file } from './page'
import { sheet } from './sheet'

const SMALL = 'table=iris&kernel=laplace&metric=full&bandwidth=3&ridge=0.01&rounds=2&expert=1'

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(({ name, bytes }) => {
    const made = new DataTransfer()
    made.items.add(new File([new Uint8Array(bytes)], name))
    return made
  }, { name, bytes: [...bytes] })
  await page.locator('footer').dispatchEvent('drop', { dataTransfer: transfer })
}

test('a table may be dropped anywhere, at any step', async ({ page }) => {
  await page.goto('/#train?table=xor')
  await expect(page.getByRole('heading', { name: /Train on XOR/ })).toBeVisible()
  await drop(page, 'dropped.csv', Buffer.from('x,y\n1,2\n3,4\n5,7\n'))
  await expect(page.getByRole('heading', { name: 'dropped.csv' })).toBeVisible()
})

test('cells may be pasted anywhere, and text in a field stays text', async ({ page }) => {
  await page.goto('/')
  const paste = (selector: string, text: string) =>
    page.locator(selector).first().evaluate((target, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await paste('body', 'x\ty\n1\t2\n3\t4\n5\t6\n')
  await expect(page.getByRole('heading', { name: 'pasted cells' })).toBeVisible()
  await expect(page.getByText('3 rows, 2 columns, no missing cells')).toBeVisible()
  await page.getByRole('button', { name: 'Paste text' }).click()
  await paste('#pasted', 'a,b\n1,2\n')
  await expect(page.getByText('3 rows, 2 columns, no missing cells')).toBeVisible()
})

test('a spreadsheet is read, with its title line and its days', async ({ page }) => {
  const day = (k: number) => new Date(Date.UTC(2024, 0, 1 + 11 * k))
  const rows = Array.from({ length: 20 }, (_, k) => [`town ${k % 3}`, day(k), 2.5 * k, k % 2 ? 'yes' : 'no'])
  const bytes = sheet([['Houses of our town'], ['town', 'sold', 'price', 'garden'], ...rows])
  await page.goto('/')
  await give(page, { name: 'houses.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: bytes })
  await expect(page.getByText('20 rows, 4 columns, no missing cells')).toBeVisible()
  await page.getByLabel('Column to predict').selectOption('price')
  await expect(page.getByLabel('Role of sold')).toHaveValue('date')
  await expect(page.getByLabel('Role of town')).toHaveValue('category')
  await expect(page.getByRole('img', { name: /Histogram from 2024-01-01 to 2024-07-28/ })).toBeVisible()
})

test('a table, its settings and its model survive a closed tab, until they are forgotten', async ({ page, context }) => {
  const rows = Array.from({ length: 80 }, (_, k) => `${k % 9},${(k * 7) % 31},${3 * (k % 9) + ((k * 7) % 31)}`)
  await train_file(page, 'mine.csv', `a,b,sum\n${rows.join('\n')}\n`, 'data?expert=1&kernel=gaussian&bandwidth=2&ridge=0.01&rounds=1&metric=full')
  const said = await page.locator('.verdict-words').textContent()
  await page.reload()
  await expect(page.locator('.verdict-words')).toHaveText(said!)
  const other = await context.newPage()
  await page.close()
  await other.goto('/')
  await expect(other.getByText('Last time you worked on mine.csv.')).toBeVisible()
  await other.getByRole('button', { name: 'Go on with it' }).click()
  await expect(other.getByRole('heading', { name: 'mine.csv' })).toBeVisible()
  await expect(other.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Look' })).toBeEnabled()
  await step(other, 'Look')
  await expect(other.locator('.verdict-words')).toHaveText(said!)
  await other.getByRole('button', { name: 'Forget everything' }).click()
  await expect(other.getByRole('heading', { name: 'Drop a table, watch it learn features' })).toBeVisible()
  await expect(other.getByText('Last time you worked on')).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: /Iris flowers/ })).toBeVisible()
  await expect(other.getByText('Last time you worked on')).toHaveCount(0)
})

test('a model file opens on a first visit, without a table', async ({ page, context }) => {
  await train(page, SMALL)
  await step(page, 'Take away')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save .rfm' }).click()])
  const bytes = readFileSync(await download.path())
  const other = await context.newPage()
  await other.goto('/')
  await drop(other, 'species.rfm', bytes)
  await expect(other.getByRole('heading', { name: 'species.rfm' })).toBeVisible()
  await step(other, 'Predict')
  await expect(other.locator('.answer-value')).toHaveText(/setosa|versicolor|virginica/)
})

test('a file that is called a model and is none is refused in words', async ({ page }) => {
  await page.goto('/')
  await drop(page, 'broken.rfm', Buffer.from('nothing of the kind'))
  await expect(page.getByRole('alert')).toContainText(/broken.rfm could not be opened/)
})

test('a link trains and lands on Look, and the tab says what it shows', async ({ page }) => {
  await page.goto(`/#look?${SMALL}&train=1`)
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await expect(page).toHaveURL(/#look\?(?!.*train=1)/)
  await expect(page).toHaveTitle('species: Look, rfm')
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', /Nothing is uploaded/)
})

test.describe('a host that sends no headers', () => {
  let host: Server
  test.beforeAll(async () => {
    const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', svg: 'image/svg+xml' }
    host = createServer((request, response) => {
      const path = `dist${request.url!.replace(/[?#].*/, '').replace(/\/$/, '/index.html')}`
      if (!existsSync(path)) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': types[path.split('.').at(-1)!] ?? 'application/octet-stream' }).end(readFileSync(path))
    })
    await new Promise<void>((resolve) => host.listen(4821, resolve))
  })
  test.afterAll(() => host.close())
  test.use({ baseURL: 'http://localhost:4821' })
  test('all processors train from the second visit on', async ({ page }) => {
    await page.goto('/')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.reload()
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await train(page, SMALL)
  })
})
