import { currentLocale } from './locale.ts'
import { preferences } from './preferences.ts'

/**
 * Registers a service worker that caches the offline page, once this page has loaded. Another language or theme has
 * another worker URL, so the page is cached again.
 */
export function keepOfflinePage(): void {
  // Over plain HTTP, browsers provide service workers only on this machine.
  if (navigator.serviceWorker === undefined) return
  const look = new URLSearchParams({ locale: currentLocale(), theme: preferences().theme })
  // If the browser forbids it, it shows its own offline page.
  const register = () => navigator.serviceWorker.register(`/service-worker.js?${look}`).catch(() => {})
  if (document.readyState === 'complete') void register()
  else addEventListener('load', register)
}
