// Answers with the offline page when a page of the site is opened without a connection.
const CACHE = 'offline'
const PAGE = '/offline'
const FILES = [PAGE, '/pages.css', '/icon.svg', '/offline.js']

addEventListener('install', event => {
  event.waitUntil(keepFiles())
  // Browsers that know routes send these requests without waking this worker.
  event.addRoutes?.(
    ['/api/*', '/assets/*'].map(pathname => ({ condition: { urlPattern: { pathname } }, source: 'network' })),
  )
})

addEventListener('activate', event => {
  event.waitUntil(registration.navigationPreload?.enable())
})

addEventListener('fetch', event => {
  const { mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (mode === 'navigate')
    event.respondWith(fromNetwork(event).catch(() => caches.match(PAGE, { ignoreVary: true })))
  else if (origin === location.origin && FILES.includes(pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname, { ignoreVary: true })))
})

async function keepFiles() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })))
  await skipWaiting()
}

async function fromNetwork({ preloadResponse, request }) {
  return (await preloadResponse) ?? (await fetch(request))
}
