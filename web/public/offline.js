// The page for the time without a connection is shown at the address that was opened.
addEventListener('online', () => location.reload())
addEventListener('visibilitychange', reloadWhenReady)

const MAX_PAUSE_MS = 60_000
let pauseMs = 4000
let timer
askLater()

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
  return await fetch('/api/ready').then(
    ({ ok }) => ok,
    () => false,
  )
}
