import { lazy } from 'react'

/** Stands at every address that has no page. */
export const NotFoundPage = lazy(() =>
  import('./not-found-content.tsx').then(module => ({ default: module.NotFoundContent })),
)
