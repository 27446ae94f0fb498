import { useEffect } from 'react'

/**
 * Sets the document's title. It is reset afterwards, so that a page which is still loading does not have another page's
 * title.
 */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
    return () => {
      document.title = 'Avatary'
    }
  }, [title])
}
