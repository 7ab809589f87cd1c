// What holds for the whole page: the address, back and reload, offline, keyboard,
// accessibility, and how it looks.
import type { Locator } from '@playwright/test'
import { accessible, drawn, expect, file, give, step, test, train } from './page'

const QUICK = 'expert=1&budget=1'
const SMALL = 'table=iris&kernel=laplace&metric=full&bandwidth=3&ridge=0.01&rounds=2&expert=1'

test('back and forward follow the steps', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Iris flowers/ }).click()
  await page.getByRole('button', { name: 'Next: train' }).click()
  await expect(page).toHaveURL(/#train\?table=iris/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Iris flowers' })).toBeVisible()
  await expect(page).toHaveURL(/#data/)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Train on Iris flowers' })).toBeVisible()
})

test('reload keeps the experiment and its model', async ({ page }) => {
  await train(page, SMALL)
  const verdict = page.locator('.verdict-words')
  const said = await verdict.textContent()
  await page.reload()
  await expect(page).toHaveURL(/#look\?/)
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await expect(verdict).toHaveText(said!)
})

test('a browser that has forgotten the model offers to train it again', async ({ page }) => {
  await page.goto(`/#look?${SMALL}`)
  await page.getByRole('button', { name: 'Train now' }).click()
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
})

test('the same address gives the same model', async ({ page, context }) => {
  const other = await context.newPage()
  const importances = []
  for (const one of [page, other]) {
    await train(one, SMALL)
    importances.push(await one.getByRole('img', { name: /^Bars: / }).first().getAttribute('aria-label'))
  }
  expect(importances[0]).toBe(importances[1])
  expect(importances[0]).toMatch(/petal/)
})

test('a browser that keeps no data shows the page and changes its theme', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: /Iris flowers/ })).toBeVisible()
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  const before = await theme()
  await page.getByRole('button', { name: /theme|dark|light/i }).first().click()
  expect(await theme()).not.toBe(before)
})

test('an address with nonsense in it is survived', async ({ page }) => {
  await page.goto('/#nowhere?table=iris&bandwidth=-5&ridge=x&rounds=1e9&target=nothing&roles=a&roles=%3A')
  await expect(page.getByRole('heading', { name: 'Iris flowers' })).toBeVisible()
  await expect(page.getByLabel('Column to predict')).toHaveValue('species')
})

test('an address of an own file asks for the file', async ({ page }) => {
  await page.goto('/#look?table=mine.csv&target=y')
  await expect(page.getByText('This address was made with “mine.csv”')).toBeVisible()
  await page.getByRole('button', { name: 'Choose a table' }).click()
  await give(page, file('mine.csv', 'y,x\n1,2\n3,4\n5,6\n'))
  await expect(page.getByLabel('Column to predict')).toHaveValue('y')
})

test.describe('offline', () => {
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED/] })
  test('after the first visit everything works without a network', async ({ page, context }) => {
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await train(page, SMALL)
    await drawn(page)
  })
})

test('all five steps can be gone through by keyboard alone', async ({ page }) => {
  const press_at = async (element: Locator, most: number) => {
    const focused = () => element.evaluate((it) => it === document.activeElement)
    for (let presses = 0; presses < most && !(await focused()); presses += 1) await page.keyboard.press('Tab')
    await expect(element).toBeFocused()
    await page.keyboard.press('Enter')
  }
  const main = page.getByRole('main')
  await page.goto(`/#data?${QUICK}`)
  await page.keyboard.press('Tab')
  await expect(page.getByText('To the content')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await press_at(page.getByRole('button', { name: /Iris flowers/ }), 16)
  await expect(page.getByRole('heading', { name: 'Iris flowers' })).toBeVisible()
  await press_at(page.getByRole('button', { name: 'Next: train' }), 40)
  await expect(main).toBeFocused()
  await press_at(main.getByRole('button', { name: 'Train', exact: true }), 3)
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
  await expect(main).toBeFocused()
  await press_at(page.getByRole('button', { name: 'Next: predict' }), 3)
  const size = page.getByLabel('petal length', { exact: true })
  await expect(size).toBeVisible()
  await expect(main).toBeFocused()
  await press_at(page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Take away' }), 60)
  const download = page.waitForEvent('download')
  await press_at(page.getByRole('button', { name: 'Save .rfm' }), 10)
  expect((await download).suggestedFilename()).toBe('species.rfm')
})

test('the page can be installed: its manifest has icons of the sizes it names', async ({ page }) => {
  await page.goto('/')
  const sizes = await page.evaluate(async () => {
    const manifest = await (await fetch('manifest.webmanifest')).json()
    const size = async ({ src }: { src: string }) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }
    const named = manifest.icons.filter(({ sizes }: { sizes: string }) => sizes !== 'any')
    return Promise.all(named.map(async (icon: { src: string; sizes: string }) => [icon.sizes, await size(icon)]))
  })
  expect(sizes.map(([named]) => named)).toEqual(['192x192', '512x512', '512x512'])
  for (const [named, real] of sizes) expect(real).toBe(named)
})

test('the theme follows the system until it is chosen, and the choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: /theme/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the policy forbids eval and inline scripts', async ({ page }) => {
  await page.goto('/')
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(policy).not.toContain("'unsafe-eval'")
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
})

for (const theme of ['light', 'dark'] as const)
  for (const width of [1440, 390])
    test(`every step is accessible and drawn, ${theme}, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const look = async (name: string) => {
        await drawn(page)
        await accessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        await page.evaluate(() => scrollTo(0, 0))
        await page.screenshot({ path: `shots/${name}-${theme}-${width}.png`, fullPage: true })
      }
      await page.goto('/')
      await look('1-start')
      await page.getByRole('button', { name: /Diabetes progression/ }).click()
      await expect(page.getByRole('heading', { name: 'Diabetes progression' })).toBeVisible()
      await look('1-data')
      await page.goto(`/#train?table=xor&${QUICK}`)
      await page.getByRole('button', { name: 'Do round 0' }).click()
      await page.getByRole('button', { name: 'Do round 1' }).click()
      await expect(page.getByRole('button', { name: 'Do round 2' })).toBeEnabled()
      await look('2-train')
      await train(page, SMALL)
      for (const [name, title] of [['3-look', 'Look'], ['4-predict', 'Predict'], ['5-take', 'Take away']] as const) {
        await step(page, title)
        await look(name)
      }
    })
