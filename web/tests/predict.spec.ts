// Step 4: drawing, what pushed an answer, what if, and files that come back as they came.
import { readFileSync } from 'node:fs'
import { drawn, expect, file, step, test, train_file } from './page'

test('a digit is drawn, and the model answers', async ({ page }) => {
  await page.goto('/#look?table=digits&kernel=laplace&metric=diagonal&bandwidth=10&ridge=0.001&rounds=1&expert=1&train=1')
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await step(page, 'Predict')
  const box = (await page.locator('.drawing').boundingBox())!
  const stroke = async (points: [number, number][]) => {
    await page.mouse.move(box.x + box.width * points[0]![0], box.y + box.height * points[0]![1])
    await page.mouse.down()
    for (const [x, y] of points.slice(1)) await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 5 })
    await page.mouse.up()
  }
  const answer = page.locator('.answer-value')
  await stroke([[0.25, 0.2], [0.75, 0.2], [0.45, 0.85]])
  await expect(answer).toHaveText('digit 7')
  await page.getByRole('button', { name: 'Clear' }).click()
  await stroke(Array.from({ length: 25 }, (_, k) => [0.5 + 0.22 * Math.sin(k * 0.262), 0.5 - 0.33 * Math.cos(k * 0.262)]))
  await expect(answer).toHaveText('digit 0')
})

test('an answer is told column by column, and what it would be if a column were different', async ({ page }) => {
  const rows = Array.from({ length: 90 }, (_, k) => `${k % 9},${(k * 7) % 31},${3 * (k % 9) + ((k * 7) % 31)}`)
  await train_file(page, 'sum.csv', `a,b,sum\n${rows.join('\n')}\n`, 'data?expert=1&kernel=gaussian&bandwidth=3&ridge=0.001&rounds=1&metric=full')
  await step(page, 'Predict')
  await drawn(page)
  await expect(page.getByRole('img', { name: /^Waterfall from [\d.]+ to [\d.]+: / })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'If b were different' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^With a from 0 to 8, sum goes from [\d.]+ to [\d.]+\.$/ })).toBeVisible()
})

test('a row unlike those of training is said to be one', async ({ page }) => {
  const rows = Array.from({ length: 90 }, (_, k) => `${k % 9},${(k * 7) % 31},${3 * (k % 9) + ((k * 7) % 31)}`)
  await train_file(page, 'sum.csv', `a,b,sum\n${rows.join('\n')}\n`, 'data?expert=1&kernel=gaussian&bandwidth=3&ridge=0.001&rounds=1&metric=full')
  await step(page, 'Predict')
  await expect(page.getByText('A row like many that it learned from.')).toBeVisible()
  await page.getByLabel('b', { exact: true }).fill('300')
  await expect(page.getByText(/^Farther from the rows it learned from than 99\.9% of them were .*: take the answer as a guess\.$/)).toBeVisible()
})

test('a file with decimal commas comes back with them, also where its answers are empty', async ({ page }) => {
  const rows = Array.from({ length: 60 }, (_, k) => `${k % 9},5;${(k * 7) % 31};${3 * (k % 9) + ((k * 7) % 31)}`)
  await train_file(page, 'sum.csv', `a;b;sum\n${rows.join('\n')}\n`, 'data?expert=1&kernel=gaussian&bandwidth=3&ridge=0.001&rounds=1&metric=full')
  await step(page, 'Predict')
  await page.getByLabel('CSV file to answer').setInputFiles(file('new.csv', 'a;b;sum\n1,5;2;\n2,5;3;\n'))
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save 2 answers as CSV' }).click()])
  const lines = readFileSync(await download.path(), 'utf-8').split('\n')
  expect(lines[0]).toBe('a;b;sum;sum (predicted);low;high')
  expect(lines[1]).toMatch(/^1,5;2;;\d+(,\d+)?;/)
})
