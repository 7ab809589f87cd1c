// For the tests in Chromium: a server of folders with the headers that a
// test asks for, and the browser.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { chromium } from 'playwright-core'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' }

/** Serves a folder, and a page at / with `script` as its module. */
export async function serve(folder, { headers = {}, page = '', types: own = {} } = {}) {
  const server = createServer(async (request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname))
    try {
      const body = path === '/' && page !== '' ? page : await readFile(join(folder, path === '/' ? 'index.html' : path))
      const type = path === '/' ? 'text/html' : own[extname(path)] ?? types[extname(path)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, ...headers }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

export const browser = () =>
  chromium.launch({ executablePath: process.env.RFM_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })

/** Opens the page and collects what it complains about. */
export async function visit(open, url) {
  const page = await open.newPage()
  const complaints = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()) })
  await page.goto(url)
  return { page, complaints }
}
