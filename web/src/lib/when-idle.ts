/** After these milliseconds a page is no longer waited for. */
const IDLE_MS = 3000

/** Runs once the page is idle. */
export function whenIdle(run: () => void): void {
  // Some browsers lack `requestIdleCallback`.
  if (window.requestIdleCallback === undefined) run()
  else requestIdleCallback(run, { timeout: IDLE_MS })
}
