import { latePart } from '../ui/late-part.tsx'

/** Stands at every address that has no page. */
export const NotFoundPage = latePart(() =>
  import('./not-found-content.tsx').then(module => module.NotFoundContent),
)
