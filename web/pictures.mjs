// The pictures of the README, made anew: `npm run build && node pictures.mjs`.
import { chromium } from '@playwright/test'
import { preview } from 'vite'

const server = await preview({ preview: { port: 4819, strictPort: true }, logLevel: 'warn' })
const browser = await chromium.launch({ executablePath: process.env.RFM_CHROMIUM ?? '/usr/bin/chromium' })
const page = await browser.newPage({ baseURL: 'http://localhost:4819', viewport: { width: 1200, height: 860 } })
const take = (name) => page.screenshot({ path: `pictures/${name}.png` })
try {
  await page.goto('/')
  await page.getByText(/Round 4:/).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await take('first_screen')
  await page.goto('/#train?table=diabetes&expert=1&budget=12')
  await page.getByRole('main').getByRole('button', { name: 'Train', exact: true }).click()
  await page.waitForFunction(() => document.querySelectorAll('.trials circle').length > 60 && document.querySelector('.round-now') === null)
  await take('training')
  await page.goto('about:blank')
  await page.goto('/#look?table=diabetes&kernel=laplace&bandwidth=12&ridge=0.3&metric=diagonal&rounds=2&expert=1&train=1')
  await page.getByRole('heading', { name: /it has not seen/ }).waitFor()
  await page.getByRole('figure', { name: /matters? most|alike|stands out/ }).locator('svg').waitFor()
  await take('verdict')
} finally {
  await browser.close()
  await server.close()
}
