// Step 3: the verdict, what to beware of, what each column is worth, and ways from a figure.
import { readFileSync } from 'node:fs'
import { drawn, expect, step, test, train, train_file } from './page'

const QUICK = 'expert=1&budget=1'
const wave = (k: number, pace: number) => Math.sin(k * pace) * 10

test('the verdict says how good, how sure, against what, and what learned features bought', async ({ page }) => {
  await train(page, `table=polynomial&kernel=laplace&metric=full&rounds=4&bandwidth=5&ridge=0.001&${QUICK}`)
  const verdict = page.getByRole('region', { name: 'y, on 80 rows it has not seen' })
  await expect(verdict).toContainText(/It explains [\d.]+% of the differences in y; on as many other rows it would be between [\d.]+% and [\d.]+%, nine times out of ten/)
  await expect(verdict).toContainText(/Always answering the mean, [\d.]+, explains 0%/)
  await expect(verdict).toContainText(/Without learned features the same kernel would reach [\d.]+%\./)
})

test('a target that nothing foretells is said to be one', async ({ page }) => {
  const rows = Array.from({ length: 120 }, (_, k) => `${wave(k, 7.3)},${wave(k, 3.1)},${((k * 7919) % 113) + 0.5}`)
  await train_file(page, 'noise.csv', `a,b,y\n${rows.join('\n')}\n`)
  await expect(page.getByText(/no better, for certain, than always answering/)).toBeVisible()
})

test('a column that gives the answer away is named, and one click trains without it', async ({ page }) => {
  const rows = Array.from({ length: 200 }, (_, k) => {
    const value = wave(k, 7.3) + wave(k, 3.1) + 4 * wave(k, 911.7)
    return `${wave(k, 7.3)},${wave(k, 3.1)},${value > 0 ? 'high' : 'low'}_code,${value > 0 ? 'paid' : 'open'}`
  })
  await train_file(page, 'leak.csv', `a,b,code,state\n${rows.join('\n')}\n`)
  await expect(page.getByText(/alone gives the answer away/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave out “code” and train again' }).click()
  await expect(page).toHaveURL(/roles=code%3Aleave\+out/)
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await expect(page.getByText(/alone gives the answer away/)).toHaveCount(0)
})

test('the column that is worth most is named first, by shuffling it', async ({ page }) => {
  const rows = Array.from({ length: 150 }, (_, k) => `${wave(k, 3.1)},${wave(k, 7.3)},${(3 * wave(k, 7.3) + 0.2 * wave(k, 3.1)).toFixed(3)}`)
  await train_file(page, 'rows.csv', `little,much,y\n${rows.join('\n')}\n`)
  await expect(page.getByRole('figure', { name: 'much matters most' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Worth of columns: much / })).toBeVisible()
})

test('a row answered worst, and a point of a figure, are taken to Predict', async ({ page }) => {
  await train(page, `table=diabetes&kernel=laplace&metric=diagonal&bandwidth=5&ridge=0.5&rounds=1&${QUICK}`)
  await drawn(page)
  const first = page.getByRole('region', { name: 'Rows answered worst' }).getByRole('row').nth(1)
  const cells = await first.getByRole('cell').allTextContents()
  await first.getByRole('button', { name: /Predict row/ }).click()
  await expect(page.getByLabel('body mass index', { exact: true })).toHaveValue(cells[3]!)
  await expect(page.locator('.answer-value')).toHaveText(String(Number(cells[1]!)))
  await page.goBack()
  await drawn(page)
  await page.getByRole('figure', { name: 'Residuals' }).locator('circle').first().click()
  await expect(page).toHaveURL(/#predict/)
})

test('every figure is saved as data, as a drawing and as pixels', async ({ page }) => {
  await train(page, `table=iris&kernel=laplace&metric=full&bandwidth=3&ridge=0.01&rounds=1&expert=1`)
  await drawn(page)
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()])
    return readFileSync(await download.path())
  }
  expect((await saved('CSV of Confusion matrix')).toString()).toMatch(/^truth,setosa/)
  expect((await saved('SVG of Confusion matrix')).toString()).toMatch(/^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect((await saved('PNG of Confusion matrix')).subarray(1, 4).toString()).toBe('PNG')
})

test('rows may be kept aside by time or by group, and the score is of those', async ({ page }) => {
  const rows = Array.from({ length: 120 }, (_, k) => `${2000 + (k % 12)},${'abcdefgh'[k % 8]},${wave(k, 7.3).toFixed(3)},${(wave(k, 7.3) * 2 + (k % 12)).toFixed(3)}`)
  const text = `year,shop,x,y\n${rows.join('\n')}\n`
  const machine = 'kernel=gaussian&bandwidth=2&ridge=0.01&rounds=1&metric=diagonal&expert=1'
  const years = async () => {
    await page.getByRole('button', { name: 'CSV of Predicted against actual' }).waitFor()
    return page.getByText(/rows it has not seen/).first().textContent()
  }
  await train_file(page, 'shops.csv', text, `data?${machine}`)
  expect(await years()).toMatch(/24 rows/)
  await step(page, 'Train')
  await page.getByLabel('Which rows are kept aside').selectOption('time:year')
  await expect(page.getByText(/20% of them, the latest by year, are kept aside/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await step(page, 'Train')
  await page.getByLabel('Which rows are kept aside').selectOption('groups:shop')
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'y, on 30 rows it has not seen' })).toBeVisible()
})
