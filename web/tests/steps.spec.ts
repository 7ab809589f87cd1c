// Steps 2 to 5 on real tables: training with progress, cancelling, every figure,
// predicting, and the files that leave.
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { drawn, expect, file, give, step, test, train } from './page'

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

const QUICK = 'expert=1&budget=1'

test('a classification from its table to its files', async ({ page }) => {
  await train(page, `table=iris&${QUICK}`)
  await expect(page).toHaveURL(/#look/)
  await drawn(page)
  for (const title of ['Importance of columns', 'Weights of the direction', 'Confusion matrix', /^ROC/, /^Calibration/, /^Answers over/, /^M after round/])
    await expect(page.getByRole('figure', { name: title })).toBeVisible()
  const accuracy = await page.locator('.figures dd').first().textContent()
  expect(parseFloat(accuracy!)).toBeGreaterThan(80)
  const csv = await saved(page, () => page.getByRole('button', { name: 'CSV of Confusion matrix' }).click())
  expect(csv.bytes.toString()).toMatch(/^truth,setosa,versicolor,virginica\n/)

  await step(page, 'Predict')
  const answer = page.locator('.answer-value')
  await page.getByLabel('petal length', { exact: true }).fill('1.4')
  await page.getByLabel('petal width', { exact: true }).fill('0.2')
  await expect(answer).toHaveText('setosa')
  await page.getByLabel('petal length', { exact: true }).fill('6')
  await page.getByLabel('petal width', { exact: true }).fill('2.3')
  await expect(answer).toHaveText('virginica')
  await expect(page.getByRole('figure', { name: /Towards virginica/ })).toBeVisible()

  await page.getByLabel('CSV file to answer').setInputFiles(file('new.csv', 'note,petal length,petal width,sepal width,sepal length\nfirst,1.4,0.2,3.4,5\nsecond,,2.3,3,6.7\n'))
  const answered = await saved(page, () => page.getByRole('button', { name: 'Save 2 answers as CSV' }).click())
  const lines = answered.bytes.toString().split('\n')
  expect(lines[0]).toContain('note,petal length,petal width,sepal width,sepal length,species,probability of setosa')
  expect(lines[1]).toMatch(/^first,1.4,0.2,3.4,5,setosa,/)

  await step(page, 'Take away')
  const header = await saved(page, () => page.getByRole('button', { name: 'Save .h' }).click())
  expect(header.name).toBe('species.h')
  expect(header.bytes.toString()).toContain('virginica')
  const json = await saved(page, () => page.getByRole('button', { name: 'Save .json' }).click())
  expect(JSON.parse(json.bytes.toString())).toMatchObject({ format: 'rfm' })
  const onnx = await saved(page, () => page.getByRole('button', { name: 'Save .onnx' }).click())
  expect(onnx.bytes.length).toBeGreaterThan(500)
  const report = await saved(page, () => page.getByRole('button', { name: 'Save the report' }).click())
  expect(report.bytes.toString()).toMatch(/<svg[\s\S]*Importance of columns|Importance of columns[\s\S]*<svg/)
  expect(report.bytes.toString()).not.toContain('<script')

  const model = await saved(page, () => page.getByRole('button', { name: 'Save .rfm' }).click())
  await page.goto('/#take')
  await page.reload()
  await page.getByLabel('Model file').setInputFiles({ name: 'species.rfm', mimeType: 'application/octet-stream', buffer: model.bytes })
  await expect(page.getByText('Open now: species.rfm.')).toBeVisible()
  await step(page, 'Predict')
  await page.getByLabel('petal length', { exact: true }).fill('1.4')
  await page.getByLabel('petal width', { exact: true }).fill('0.2')
  await expect(answer).toHaveText('setosa')
  await step(page, 'Look')
  await drawn(page)
  await expect(page.getByRole('figure', { name: 'Importance of columns' })).toBeVisible()
})

test('a regression with intervals, rounds beside each other, and a smaller model', async ({ page }) => {
  await train(page, `table=polynomial&kernel=laplace&metric=full&rounds=4&${QUICK}`)
  await drawn(page)
  await expect(page.getByRole('figure', { name: 'Predicted against actual' })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Residuals' })).toBeVisible()
  const scores = page.getByRole('region', { name: 'What did learning features buy?' }).locator('dd')
  expect(parseFloat((await scores.nth(1).textContent())!)).toBeGreaterThan(parseFloat((await scores.nth(0).textContent())!))
  await page.getByLabel('Beside it').selectOption('0')
  await expect(page.getByRole('figure', { name: 'M after round 0' })).toBeVisible()
  await step(page, 'Predict')
  await expect(page.getByText(/90 % of the time between/)).toBeVisible()
  await step(page, 'Take away')
  const size = page.getByLabel(/At most/)
  await size.fill('4')
  await expect(page.getByRole('region', { name: 'Sizes tried' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: /The shrunk model/ })).toBeVisible()
})

test('the link trains the same machine again, without a search', async ({ page }) => {
  await train(page, `table=spirals&${QUICK}`)
  await step(page, 'Take away')
  const link = await page.getByRole('textbox', { name: 'Link to this experiment' }).inputValue()
  // A Brownian kernel has no bandwidth.
  expect(link).toMatch(/kernel=(brownian-|\w+.*bandwidth=[\d.]+)/)
  await step(page, 'Look')
  const bars = page.getByRole('img', { name: /^Bars: / }).first()
  const before = await bars.getAttribute('aria-label')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await expect(page.getByText(/1 trial led to/)).toBeVisible()
  expect(await bars.getAttribute('aria-label')).toBe(before)
})

test('digits: importance of pixels as an image', async ({ page }) => {
  await train(page, `table=digits&kernel=laplace&metric=diagonal&bandwidth=10&ridge=0.001&rounds=1&sample=300&${QUICK}`)
  await drawn(page)
  await expect(page.getByRole('figure', { name: 'Importance as an image' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Image of 8 by 8 pixels/ }).first()).toBeVisible()
})

test('an own file, its target chosen, from a drop to an answer', async ({ page }) => {
  const rows = Array.from({ length: 80 }, (_, k) => {
    const size = 20 + ((k * 37) % 80)
    return `${size};${['north', 'south'][k % 2]};${(k * 7) % 13 === 0 ? '' : (k * 13) % 30};${3 * size + (k % 2) * 40}`
  })
  await page.goto('/')
  await give(page, file('flats.csv', `size;side;age;rent\n${rows.join('\n')}\n`))
  await page.getByRole('button', { name: 'Next: train' }).click()
  await page.getByText('Expert panel').click()
  await page.getByLabel('Search').selectOption('3.5')
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('heading', { name: /rent, on 16 rows it has not seen/ })).toBeVisible()
  await step(page, 'Predict')
  await page.getByLabel('side', { exact: true }).selectOption('south')
  await expect(page.locator('.answer-value')).toHaveText(/\d/)
})

test('Train pressed while a table is being read waits for it, and says so', async ({ page }) => {
  await page.goto('/#train?table=xor&expert=1&budget=1')
  const start = page.getByRole('main').getByRole('button', { name: 'Train', exact: true })
  await expect(start).toBeVisible()
  await step(page, 'Data')
  const rows = Array.from({ length: 2_000_000 }, (_, k) => `${k % 97},${(k * 7) % 31},${k % 3}\n`)
  await give(page, file('long.csv', `a,b,c\n${rows.join('')}`))
  await expect(page.getByRole('progressbar', { name: 'Reading long.csv' })).toBeVisible()
  await step(page, 'Train')
  await start.click()
  await expect(page.getByText('Reading long.csv. Training starts when it is done.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Train on long.csv' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Training' })).toBeVisible()
  await page.goto('/#train?table=iris')
  await expect(page.getByText('Training was stopped because the table')).toBeVisible()
})

test('training can be cancelled at once and started again', async ({ page }) => {
  await page.goto('/#train?table=digits&expert=1&budget=0')
  const start = page.getByRole('main').getByRole('button', { name: 'Train', exact: true })
  await start.click()
  await expect(page.getByRole('progressbar', { name: 'Training' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText('Training was cancelled')).toBeAttached()
  await start.click()
  await expect(page.getByRole('progressbar', { name: 'Training' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/#train/)
})

test('an empty field of the expert panel leaves the choice to the search', async ({ page }) => {
  await page.goto('/#train?table=xor&expert=1&rounds=2')
  const rounds = page.getByLabel('Rounds', { exact: true }), bandwidth = page.getByLabel('Bandwidth')
  await expect(rounds).toHaveValue('2')
  await rounds.fill('')
  await rounds.press('Tab')
  await expect(page).not.toHaveURL(/rounds=/)
  await rounds.fill('0')
  await rounds.press('Tab')
  await expect(page).toHaveURL(/rounds=0/)
  await expect(bandwidth).toHaveAttribute('placeholder', 'Chosen by search')
  await bandwidth.fill('0')
  await bandwidth.press('Tab')
  await expect(bandwidth).toHaveValue('')
  await bandwidth.fill('20000')
  await bandwidth.press('Tab')
  await expect(bandwidth).toHaveValue('10000')
})

test('rounds one at a time', async ({ page }) => {
  await page.goto('/#train?table=xor')
  for (let round = 0; round < 3; round += 1) await page.getByRole('button', { name: `Do round ${round}` }).click()
  await expect(page.getByRole('button', { name: 'Do round 3' })).toBeEnabled()
  await drawn(page)
  await expect(page.getByRole('img', { name: /Line of accuracy after each round: round 0 .* round 2/ })).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('button', { name: 'Do round 0' })).toBeVisible()
})

test('a table too large for the tab is refused before training, with the number and a way out', async ({ page }) => {
  await page.goto('/')
  // Each category becomes a feature: four thousand of them.
  const names = Array.from({ length: 101 }, (_, k) => `c${k}`)
  const rows = Array.from({ length: 20_000 }, (_, k) => names.map((_, j) => j === 100 ? k % 97 : `t${(k * (j + 3)) % 41}`).join(','))
  await give(page, file('large.csv', `${names.join(',')}\n${rows.join('\n')}\n`))
  await step(page, 'Train')
  const train_button = page.getByRole('main').getByRole('button', { name: 'Train', exact: true })
  await expect(page.getByText(/20,000 rows would take .* [MG]B/)).toBeVisible()
  await expect(train_button).toBeDisabled()
  await page.getByRole('button', { name: /Train on .* rows drawn evenly/ }).click()
  await expect(train_button).toBeEnabled()
  await expect(page).toHaveURL(/sample=\d+00/)
})
