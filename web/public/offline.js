// The page for the time without a connection is shown at the address that was opened.
addEventListener('online', () => location.reload())

const MAX_WAIT_MS = 10_000
const MAX_PAUSE_MS = 60_000
let pauseMs = 4000
let timer
// Opened by its own address, it would be the same page after each reload.
if (location.pathname !== '/offline') {
  addEventListener('visibilitychange', reloadWhenReady)
  askLater()
}

async function reloadWhenReady() {
  if (document.hidden) return
  if (await isReady()) location.reload()
  else askLater()
}

// The first question waits, too: a page may fail while the server is ready. Browsers do not all ask at one moment.
function askLater() {
  clearTimeout(timer)
  timer = setTimeout(reloadWhenReady, pauseMs * (0.5 + Math.random()))
  pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)
}

async function isReady() {
  return await fetch('/api/ready', { signal: AbortSignal.timeout(MAX_WAIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
