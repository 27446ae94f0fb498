import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { ErrorState } from '../ui/error-state.tsx'
import { Boundary } from '../ui/late-part.tsx'

/** Shows an error of the page below it instead of an empty site, until the visitor goes elsewhere. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <Boundary key={path} fallback={(error, retry) => <PageError error={error} retry={retry} />}>
      {children}
    </Boundary>
  )
}

/** Shows why a page is not there, and the page once the browser has a connection again. */
function PageError({ error, retry }: { error: Error; retry: () => void }) {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return <ErrorState error={error} retry={retry} heading="h1" />
}
