// Keeps every file of the page in a cache when it is first opened, and answers from there ever
// after: the page works offline. The build writes the version and the list of files; a new version
// replaces the old one as a whole.
const VERSION = 'version'
const FILES = ['./']

// It waits until no tab shows the version before: an open tab keeps the files that it was made of.
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

/** Pages may share memory among processors where these stand, also on hosts that send none. */
function isolated(response) {
  const headers = new Headers(response.headers)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return
  const wanted = event.request.mode === 'navigate' ? './' : event.request
  event.respondWith(caches.match(wanted, { cacheName: VERSION, ignoreSearch: true, ignoreVary: true }).then((held) => (held ? isolated(held) : fetch(event.request))))
})
