import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ErrorState } from '../ui/error-state.tsx'
import { Boundary } from '../ui/lazy-part.tsx'

/**
 * Shows an error in place of the page that threw it, instead of an empty site, until the visitor navigates elsewhere.
 */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <Boundary key={path} fallback={(error, retry) => <ErrorState error={error} retry={retry} heading="h1" />}>
      {children}
    </Boundary>
  )
}
