import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ErrorState } from '../ui/error-state.tsx'
import { forgetFailedParts } from '../ui/late-part.tsx'

/** Shows an error of the page below it instead of an empty site, until the visitor goes elsewhere. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return <PageBoundary key={path}>{children}</PageBoundary>
}

class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch() {
    forgetFailedParts()
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return <ErrorState error={error} retry={() => this.setState({ error: null })} />
  }
}
