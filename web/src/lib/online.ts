import { useSyncExternalStore } from 'react'

/** The id of the bar that says that there is no connection. */
export const OFFLINE_BAR = 'offline'

/** False while the browser has no connection; what is cached can be read, and nothing is written. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
