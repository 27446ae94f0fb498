import type { TypedRating } from '@avatary/contract/query-language'
import type { Rating } from '../lib/avatar.ts'
import { RATINGS } from '../lib/url-state.ts'
import type { UiTexts } from './texts.ts'

export const RATING_NAMES: Readonly<Record<TypedRating, Rating>> = {
  excellent: 'Excellent',
  good: 'Good',
  medium: 'Medium',
  poor: 'Poor',
  'very-poor': 'Very Poor',
}

/** The text of a minimum rating: `Good or better`. */
export function minimumText(
  rating: TypedRating,
  { performance, orBetter }: Pick<UiTexts, 'performance' | 'orBetter'>,
): string {
  const name = performance[RATING_NAMES[rating]]
  return rating === RATINGS[0] ? name : orBetter(name)
}
