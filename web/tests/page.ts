// What the tests have in common: a page that fails the test when it leaves its origin or reports an
// error, files made on the spot, and the way through the steps.
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** Words of console errors that a test expects, such as a load that it made fail. */
export const test = base.extend<{ allowed: RegExp[] }>({
  allowed: [[], { option: true }],
  page: async ({ page, baseURL, allowed }, use) => {
    const complaints: string[] = []
    page.on('request', (request) => {
      const address = request.url()
      if (!address.startsWith(`${baseURL}/`) && !/^(blob|data):/.test(address)) complaints.push(`left its origin: ${address}`)
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await use(page)
    expect(complaints.filter((words) => !allowed.some((pattern) => pattern.test(words)))).toEqual([])
  },
})

export { expect }

export interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function file(name: string, content: string | Buffer): GivenFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.isBuffer(content) ? content : Buffer.from(content) }
}

export async function give(page: Page, given: GivenFile): Promise<void> {
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(given)
}

/**
 * Opens a bundled table in a fresh page, where no button of an earlier table is
 * left to press, and trains on it.
 */
export async function train(page: Page, hash: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/#train?${hash}`)
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
}

/** Gives the page a table of one's own and trains on it. */
export async function train_file(page: Page, name: string, text: string, hash = 'data?expert=1&budget=1'): Promise<void> {
  await page.goto(`/#${hash}`)
  await give(page, file(name, text))
  await page.getByRole('button', { name: 'Next: train' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await expect(page.getByRole('heading', { name: /it has not seen/ })).toBeVisible()
}

export async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click()
}

/** Waits until every figure on the page is drawn. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect
    .poll(() => page.locator('.plot').evaluateAll((plots) => plots.every((plot) => plot.querySelector('svg') !== null)))
    .toBe(true)
}

export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
