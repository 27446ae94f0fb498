import { useSyncExternalStore } from 'react'

/** The id of the bar that says that there is no connection. */
export const OFFLINE_BAR_ID = 'offline'

/** False while the browser is offline: cached data can be read, and nothing can be written. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
