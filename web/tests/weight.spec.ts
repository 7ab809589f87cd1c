// What a visitor downloads: the page with its charts, gzipped, without the
// engine's WebAssembly and the tables.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const size = (path: string) => gzipSync(readFileSync(path)).length

test('the first paint takes at most 35 KB, the page without the engine at most 250 KB gzipped', () => {
  const page = readFileSync('dist/index.html', 'utf-8')
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => `dist/${path}`)
  const first = [`dist/index.html`, ...named].reduce((sum, path) => sum + size(path), 0)
  const files = readdirSync('dist/assets').filter((name) => /\.(js|css)$/.test(name))
  const all = files.reduce((sum, name) => sum + size(`dist/assets/${name}`), size('dist/index.html'))
  console.log(`first paint ${(first / 1000).toFixed(1)} KB, the page ${(all / 1000).toFixed(1)} KB gzipped in ${files.length + 1} files`)
  expect(named.length).toBeGreaterThanOrEqual(2)
  expect(first).toBeLessThan(35_000)
  expect(all).toBeGreaterThan(50_000)
  expect(all).toBeLessThan(250_000)
})

test('the first paint waits for no WebAssembly', async ({ page }) => {
  await page.route('**/sw.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Drop a table, watch it learn features' })).toBeVisible()
  await expect(page.getByText('Round 0: nothing is learned yet.')).toBeVisible()
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    asked: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).map(({ startTime }) => startTime),
  }))
  expect(asked.length).toBeGreaterThan(0)
  for (const time of asked) expect(time).toBeGreaterThan(painted)
})
