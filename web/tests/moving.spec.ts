// The first screen: a machine that learns before anything is clicked.
import type { Page } from '@playwright/test'
import { accessible, expect, test } from './page'

const words = (page: Page) => page.locator('.moving-words')
const score = async (page: Page) => parseFloat((await page.locator('.score-bar.strong .score-value').textContent())!)

/** How many colours the canvas shows: one when nothing is drawn. */
const colours_of = (page: Page, place: number) =>
  page.locator('.moving-figure canvas').nth(place).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return new Set(new Uint32Array(data.buffer)).size
  })

test('a machine learns by itself, round by round, and gets better', async ({ page }) => {
  await page.goto('/')
  await expect(words(page)).toHaveText(/Round 0: nothing is learned yet/)
  const before = await score(page)
  expect(await colours_of(page, 0)).toBeGreaterThan(50)
  await expect(words(page)).toHaveText(/Round 3: .* the direction at 3\d°/)
  expect(await score(page)).toBeGreaterThan(before + 10)
  await expect(words(page)).toHaveText(/Round 6/)
  await expect(words(page)).toHaveText(/Round 0/)
})

test('it can be paused, stepped, drawn anew and changed by keyboard', async ({ page }) => {
  await page.goto('/')
  await expect(words(page)).toHaveText(/Round 0/)
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  const step = page.getByRole('button', { name: 'Step' })
  for (let round = 1; round <= 2; round += 1) {
    await step.press('Enter')
    await expect(words(page)).toHaveText(new RegExp(`Round ${round}:`))
  }
  const held = await words(page).textContent()
  await page.waitForTimeout(2500)
  await expect(words(page)).toHaveText(held!)
  await page.getByRole('radio', { name: 'Stripes' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'XOR' })).toBeChecked()
  await expect(words(page)).toHaveText(/Round 0: .* all ten columns/)
  await page.getByRole('checkbox', { name: /8 more columns/ }).press('Space')
  await expect(words(page)).toHaveText(/Round 0: .* both columns/)
  await page.getByRole('slider', { name: 'Points' }).press('Home')
  await expect(page.getByRole('img', { name: /The plane with 40 points/ })).toBeVisible()
  await page.getByRole('button', { name: 'Other points' }).press('Enter')
  await expect(words(page)).toHaveText(/Round 0/)
})

test('with reduced motion nothing moves until it is asked to', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(words(page)).toHaveText(/Round 0: nothing/)
  await page.waitForTimeout(3000)
  await expect(words(page)).toHaveText(/Round 0: nothing/)
  await page.getByRole('button', { name: 'Step' }).click()
  await expect(words(page)).toHaveText(/Round 1/)
  await expect(words(page)).toHaveAttribute('aria-live', 'polite')
})

test('on a phone one picture is shown at a time, and nothing overflows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.locator('.moving-figure canvas').first()).toBeVisible()
  await expect(page.locator('.moving-figure canvas').last()).toBeHidden()
  await page.getByRole('button', { name: 'The machine’s view' }).click()
  await expect(page.locator('.moving-figure canvas').first()).toBeHidden()
  await expect(page.locator('.moving-figure canvas').last()).toBeVisible()
  await expect.poll(() => colours_of(page, 1)).toBeGreaterThan(5)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await accessible(page)
})

test('a point under the pointer is marked in both pictures', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(words(page)).toHaveText(/Round 0/)
  const seen = page.locator('.moving-figure canvas').last()
  const picture = () => seen.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const before = await picture()
  const box = (await page.locator('.moving-figure canvas').first().boundingBox())!
  for (let k = 1; k < 12 && (await picture()) === before; k += 1) await page.mouse.move(box.x + (k * box.width) / 12, box.y + (k * box.height) / 12)
  expect(await picture()).not.toBe(before)
})

test('while it plays no task of the page takes over 100 ms', async ({ page }) => {
  await page.goto('/')
  await expect(words(page)).toHaveText(/Round 0/)
  await page.evaluate(() => {
    const seen = ((window as unknown as { tasks: number[] }).tasks = [] as number[])
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] })
  })
  await expect(words(page)).toHaveText(/Round 3/)
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
  expect(Math.max(0, ...tasks)).toBeLessThan(100)
})
