/** Calls `run` once the page and the pictures of its first screen are loaded. */
export function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run)
}

/** Maximum wait for a page that never becomes idle. */
const MAX_WAIT_MS = 3000

/** Calls `run` once the page is idle. */
export function whenIdle(run: () => void): void {
  // Some browsers lack `requestIdleCallback`.
  if (window.requestIdleCallback === undefined) run()
  else requestIdleCallback(run, { timeout: MAX_WAIT_MS })
}
