import { useSyncExternalStore } from 'react'

/** The id of the bar that says that there is no connection. */
export const OFFLINE_BAR = 'offline'

/** False while the browser is offline: cached data can be read, and nothing can be written. */
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
