import { currentLocale } from './locale.ts'
import { preferences } from './preferences.ts'
import { whenIdle, whenLoaded } from './when-idle.ts'

/** Milliseconds after the load, because a worker that starts delays the frames of a visitor who scrolls at once. */
const START_DELAY_MS = 3000

/**
 * Registers a service worker that caches the offline page, some time after this page has loaded. Another
 * language or theme has another worker URL, so the page is cached again.
 */
export function keepOfflinePage(): void {
  // Over plain HTTP, browsers provide service workers only on this machine.
  if (navigator.serviceWorker === undefined) return
  const appearance = new URLSearchParams({ locale: currentLocale(), theme: preferences().theme })
  // A browser that forbids service workers shows its own offline page.
  const register = () => navigator.serviceWorker.register(`/service-worker.js?${appearance}`).catch(() => {})
  whenLoaded(() => setTimeout(whenIdle, START_DELAY_MS, register))
}
