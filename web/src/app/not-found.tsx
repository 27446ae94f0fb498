import { lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonLines } from '../ui/skeleton-grid.tsx'

/** Shown at every address that has no page. */
export const NotFoundPage = lazyPart(
  () => import('./not-found-content.tsx'),
  'NotFoundContent',
  SkeletonLines,
)
