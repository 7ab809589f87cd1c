// How the page is built: static files under relative addresses, a service worker that knows all of
// them, and the headers that let the page use shared memory.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/**
 * Writes sw.js with the list of everything that was built and a
 * version that changes with any of it.
 */
function service_worker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const hash = createHash('sha256')
      const files = ['./']
      for (const [name, item] of Object.entries(bundle)) {
        hash.update(name).update(item.type === 'chunk' ? item.code : item.source)
        if (name !== 'index.html') files.push(`./${name}`)
      }
      for (const name of readdirSync(here('public'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
        const path = `${name.parentPath}/${name.name}`
        hash.update(readFileSync(path))
        files.push(`.${path.slice(here('public').length)}`)
      }
      const source = readFileSync(here('src/offline/sw.js'), 'utf-8')
        .replace("'version'", JSON.stringify(hash.digest('hex').slice(0, 12)))
        .replace("['./']", JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

export default defineConfig({
  base: './',
  plugins: [service_worker()],
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['rfm-wasm'] },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { headers, fs: { allow: [here('..')] } },
  preview: { headers },
})
