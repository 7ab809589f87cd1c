// Tables that once broke the page.
import { drawn, expect, file, give, step, test, train_file } from './page'

const wave = (k: number, pace: number) => Math.sin(k * pace) * 10
const QUICK = 'data?expert=1&budget=1'

test('more than 1,000 columns are looked at and kept', async ({ page }) => {
  const names = Array.from({ length: 1100 }, (_, k) => `c${k}`)
  const rows = Array.from({ length: 60 }, (_, row) => [...names.map((_, k) => wave(row + 1, 1.7 + k).toFixed(2)), (wave(row + 1, 1.7) + wave(row + 1, 2.7)).toFixed(2)].join(','))
  await train_file(page, 'wide.csv', `${names.join(',')},y\n${rows.join('\n')}\n`)
  await drawn(page)
  await expect(page.getByRole('figure', { name: 'Importance of columns' })).toBeVisible()
  await step(page, 'Predict')
  await expect(page.locator('.answer-value')).toHaveText(/\d/)
  await step(page, 'Take away')
  await expect(page.getByRole('button', { name: 'Save .rfm' })).toBeVisible()
})

test('rows sorted by the answer have rounds as good as any', async ({ page }) => {
  const rows = Array.from({ length: 3000 }, (_, k) => ({ a: wave(k, 7.3), b: wave(k, 3.1) })).map(({ a, b }) => `${a.toFixed(3)},${b.toFixed(3)},${a > 0 ? 'yes' : 'no'}`)
  rows.sort((a, b) => (a.split(',')[2]! < b.split(',')[2]! ? -1 : 1))
  await train_file(page, 'sorted.csv', `a,b,y\n${rows.join('\n')}\n`)
  const scores = page.getByRole('img', { name: /^Line of accuracy after each round/ })
  await expect(scores).toHaveAttribute('aria-label', /round 0 9\d/)
})

test('a class with one row does not discard a training', async ({ page }) => {
  for (const place of [0, 40, 77]) {
    const rows = Array.from({ length: 90 }, (_, k) => `${wave(k, 7.3).toFixed(3)},${wave(k, 3.1).toFixed(3)},${k === place ? 'rare' : wave(k, 7.3) > 0 ? 'left' : 'right'}`)
    await page.goto('about:blank')
    await train_file(page, 'rare.csv', `a,b,y\n${rows.join('\n')}\n`)
    await drawn(page)
  }
})

test('on a phone, choosing a bundled table goes to it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: /Handwritten digits/ }).click()
  const heading = page.getByRole('heading', { name: 'Handwritten digits' })
  await expect(heading).toBeInViewport()
  await expect(page.locator('#preview')).toBeFocused()
})

test('“1,100” is eleven hundred', async ({ page }) => {
  await page.goto('/')
  await give(page, file('prices.csv', `price,y\n${['"1,100"', '"12,400"', '950', '"1,230,000"', '310'].map((cell, k) => `${cell},${k}`).join('\n')}\n`))
  await expect(page.getByRole('img', { name: /Histogram from 310 to 1,230,000/ })).toBeVisible()
})

test('an identifier that is the only column to learn from is used', async ({ page }) => {
  await page.goto('/')
  await give(page, file('ten.csv', `id,y\n${Array.from({ length: 10 }, (_, k) => `${k + 1},${3 * k}`).join('\n')}\n`))
  await expect(page.getByLabel('Role of id')).toHaveValue('number')
  await expect(page.getByText(/Looks like an identifier, and is used since there is no other column/)).toBeVisible()
})

test('a file without names keeps its first row', async ({ page }) => {
  await page.goto('/')
  await give(page, file('bare.csv', `${Array.from({ length: 12 }, (_, k) => `${(k * 7) % 5},${k * 2.5},${k}`).join('\n')}\n`))
  await expect(page.getByText('12 rows, 3 columns, no')).toBeVisible()
  await expect(page.getByText(/no header/i).first()).toBeVisible()
  await page.getByLabel('First line').selectOption('yes')
  await expect(page.getByText('11 rows, 3 columns, no')).toBeVisible()
})

test('where nothing was found there is no empty sentence', async ({ page }) => {
  await train_file(page, 'few.csv', `a,b,y\n${Array.from({ length: 12 }, (_, k) => `${k % 3},${k % 2},${['u', 'v'][k % 2]}`).join('\n')}\n`, `${QUICK}&kernel=gaussian&bandwidth=2&ridge=1&rounds=0&metric=diagonal`)
  await drawn(page)
  const words = await page.locator('main p, main li, main dd, main figcaption').allTextContents()
  for (const text of words) expect(text.trim()).not.toMatch(/^[.,:;]|:\s*\.|\(\s*\)|NaN|undefined|null|Infinity|,\s*\.$/)
  for (const label of await page.locator('[role=img]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!)))
    expect(label).not.toMatch(/:\s*\.|NaN|undefined|Infinity|^\s*$/)
})

test('three rows, one column and a single class each train or say why not', async ({ page }) => {
  await page.goto('/')
  await give(page, file('three.csv', 'a,b,y\n1,2,3\n4,5,6\n7,9,8\n'))
  await page.getByRole('button', { name: 'Next: train' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('heading', { name: /it has not seen/ }).or(page.getByRole('alert'))).toBeVisible()
  await step(page, 'Data')
  await give(page, file('one_class.csv', `a,y\n${Array.from({ length: 20 }, (_, k) => `${k * 1.5},same`).join('\n')}\n`))
  await page.getByLabel('Column to predict').selectOption('y')
  await page.getByRole('button', { name: 'Next: train' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/one class only|nothing to tell apart/)
})
