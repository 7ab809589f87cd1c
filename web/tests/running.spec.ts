// While a table trains, the picture is the training: points as they come, a way to end it, rounds.
import { expect, file, give, test } from './page'

const start = (page: import('@playwright/test').Page) => page.getByRole('main').getByRole('button', { name: 'Train', exact: true })

test('each machine that is tried is a point, and the best so far is said beside the baseline', async ({ page }) => {
  await page.goto('/#train?table=digits&expert=1&budget=0')
  await start(page).click()
  const picture = page.locator('.trials')
  await expect.poll(() => picture.locator('circle').count()).toBeGreaterThan(2)
  await expect(page.getByText(/Best so far: \d+% of its answers are right. Always answering “digit \d” would be right in 10%/)).toBeVisible()
  await expect(picture).toHaveAttribute('aria-label', /machines tried, the best at/)
  await expect(page.getByText(/about .* left/)).toBeVisible()
  const pressed = performance.now()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(picture).toHaveCount(0)
  expect(performance.now() - pressed).toBeLessThan(1500)
})

test('enough: the best so far becomes the model, and its rounds are shown as they are learned', async ({ page }) => {
  await page.goto('/#train?table=digits&expert=1&budget=0')
  await start(page).click()
  const enough = page.getByRole('button', { name: 'Enough: keep the best' })
  await expect(enough).toBeEnabled()
  await enough.click()
  await expect(page.getByText(/The chosen machine learns its features again, round 1/)).toBeVisible()
  await expect(page.getByRole('meter').first()).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
})

test('a cancelled training answers within 100 ms', async ({ page }) => {
  await page.goto('/#train?table=digits&expert=1&budget=0')
  await start(page).click()
  await expect.poll(() => page.locator('.trials circle').count()).toBeGreaterThan(1)
  const waited = await page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')!
    const before = performance.now()
    button.click()
    while (document.querySelector('.running')) await new Promise(requestAnimationFrame)
    return performance.now() - before
  })
  expect(waited).toBeLessThan(100)
})

test('of many rows a sample is learned from first, and the machine of all rows takes its place', async ({ page }) => {
  await page.goto('/#data?expert=1&kernel=gaussian&bandwidth=2&ridge=0.1&rounds=1&metric=diagonal')
  const rows = Array.from({ length: 9000 }, (_, k) => `${Math.sin(k * 7.3).toFixed(3)},${Math.sin(k * 3.1).toFixed(3)},${(3 * Math.sin(k * 7.3) + Math.sin(k * 3.1)).toFixed(3)}`)
  await give(page, file('many.csv', `a,b,y\n${rows.join('\n')}\n`))
  await page.getByRole('button', { name: 'Next: train' }).click()
  await start(page).click()
  await expect(page.getByRole('heading', { name: 'y, on 1,000 rows it has not seen' })).toBeVisible()
  await expect(page.getByText(/This machine learned from a sample. One of all 7,200 rows is learning/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'y, on 1,800 rows it has not seen' })).toBeVisible({ timeout: 80_000 })
  await expect(page.getByText(/This machine learned from a sample/)).toHaveCount(0)
})
