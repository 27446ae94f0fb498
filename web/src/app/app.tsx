import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { MarksProvider } from '../ui/marks.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Boundary } from './boundary.tsx'
import { NotFoundPage } from './not-found.tsx'
import { PAGE_ROUTES } from './routes.ts'
import { Shell } from './shell.tsx'

/** The whole site. */
export function App({ queries }: { queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <Toasts>
        <Suspense>
          <MarksProvider>
            <Shell>
              <Boundary>
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
              </Boundary>
            </Shell>
          </MarksProvider>
        </Suspense>
      </Toasts>
    </QueryClientProvider>
  )
}
