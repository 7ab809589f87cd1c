// What a visitor downloads: the page with its charts, gzipped, without the
// engine's WebAssembly and the tables.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

test('the page with charts is under 200 KB gzipped', () => {
  const files = readdirSync('dist/assets').filter((name) => /\.(js|css)$/.test(name))
  const sizes = [readFileSync('dist/index.html'), ...files.map((name) => readFileSync(`dist/assets/${name}`))].map((bytes) => gzipSync(bytes).length)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`the page: ${(all / 1000).toFixed(1)} KB gzipped in ${sizes.length} files`)
  expect(all).toBeGreaterThan(50_000)
  expect(all).toBeLessThan(200_000)
})

test('the first paint asks for no WebAssembly', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route('**/sw.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Drop a table, watch it learn features' })).toBeVisible()
  expect(asked.filter((address) => address.endsWith('.wasm'))).toEqual([])
})
