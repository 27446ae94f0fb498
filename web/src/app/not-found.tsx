import { latePart } from '../ui/late-part.tsx'
import { SkeletonLines } from '../ui/skeleton-grid.tsx'

/** Shown at every address that has no page. */
export const NotFoundPage = latePart(
  () => import('./not-found-content.tsx').then(module => module.NotFoundContent),
  SkeletonLines,
)
