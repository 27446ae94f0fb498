import { currentLocale } from './locale.ts'
import { preferences } from './preferences.ts'

/**
 * Lets a worker keep the page that is shown without a connection, once this page has loaded. Another language or theme
 * is another worker, which keeps that page anew.
 */
export function keepOfflinePage(): void {
  // Browsers have no workers for pages over HTTP, except of this machine.
  if (navigator.serviceWorker === undefined) return
  const look = new URLSearchParams({ locale: currentLocale(), theme: preferences().theme })
  // A browser that forbids it shows its own page.
  const register = () => navigator.serviceWorker.register(`/service-worker.js?${look}`).catch(() => {})
  if (document.readyState === 'complete') void register()
  else addEventListener('load', register)
}
