import { useEffect } from 'react'

/** Names the page in the browser's tab and history; a page that loads after it has no other page's name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
    return () => {
      document.title = 'Avatary'
    }
  }, [title])
}
