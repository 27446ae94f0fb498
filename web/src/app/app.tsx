import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { type AroundNavHandler, Route, Router, Switch } from 'wouter'
import { MarksProvider } from '../ui/marks.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFoundPage } from './not-found.tsx'
import { PAGE_ROUTES } from './routes.ts'
import { Shell } from './shell.tsx'

/** The whole site. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Toasts>
        <Suspense>
          <MarksProvider>
            <Router aroundNav={withTransition}>
              <Shell>
                <ErrorBoundary>
                  <Suspense>
                    <Switch>
                      {PAGE_ROUTES.map(({ path, page: Page }) => (
                        <Route key={path} path={path}>
                          {params => <Page id={(params as { id?: string }).id ?? ''} />}
                        </Route>
                      ))}
                      <Route>
                        <NotFoundPage />
                      </Route>
                    </Switch>
                  </Suspense>
                </ErrorBoundary>
              </Shell>
            </Router>
          </MarksProvider>
        </Suspense>
      </Toasts>
    </QueryClientProvider>
  )
}

/**
 * Runs a navigation as a view transition, so that a card's picture morphs into that of its page, if the browser
 * supports it and the visitor wants motion.
 */
const withTransition: AroundNavHandler = (navigate, to, options) => {
  const isReduced =
    document.documentElement.dataset.motion === 'reduce' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  const isWanted = options?.transition === true && !isReduced
  if (!isWanted || document.startViewTransition === undefined) return navigate(to, options)
  document.startViewTransition(() => flushSync(() => navigate(to, options)))
}
