import { recordOf } from '@avatary/contract/records'
import type { TrackingEvent } from '@avatary/contract/tracking'
import { bucketName, DIMENSIONS, type Dimension, dimensionOf } from './cells.ts'
import type { AudienceCell } from './store.ts'

interface Share {
  key: string
  count: number
}

/** Largest share first, ties by name. */
export type Audience = Record<Dimension, Share[]>

/** Smaller buckets are not shown by name. */
const MIN_NAMED_COUNT = 3
/** Names for everything outside named buckets, and for unknown countries. */
const OTHER = 'other'
const UNKNOWN_COUNTRY = 'XX'

/**
 * The audience of an event as insights show it. The shares of a dimension add up to the total, with the rest and small
 * buckets in `other`. Terms do not add up, because most visitors typed none; there `other` only has the rare terms.
 * @param cells of one avatar over some days.
 * @param total how often the event was counted on these days.
 */
export function audienceOf(cells: readonly AudienceCell[], event: TrackingEvent, total: number): Audience {
  const shares = cells.map(({ cell, term, views, outbound }) => ({
    dimension: dimensionOf(cell),
    key: term === '' ? bucketName(cell) : term,
    count: event === 'view' ? views : outbound,
  }))
  return recordOf(DIMENSIONS, dimension => {
    const sharesOfDimension = shares.filter(share => share.dimension === dimension)
    return sharesOf(dimension, sharesOfDimension, total)
  })
}

function sharesOf(dimension: Dimension, knownShares: readonly Share[], total: number): Share[] {
  const isNamed = ({ key, count }: Share) => count >= MIN_NAMED_COUNT && key !== OTHER
  const shares = knownShares.filter(isNamed).map(({ key, count }) => ({ key, count }))
  const knownCount = knownShares.reduce((sum, { count }) => sum + count, 0)
  const smallCount = knownCount - shares.reduce((sum, { count }) => sum + count, 0)
  const unknownCount = dimension === 'terms' ? 0 : Math.max(0, total - knownCount)
  const isCountry = dimension === 'countries'
  if (isCountry && unknownCount > 0) shares.push({ key: UNKNOWN_COUNTRY, count: unknownCount })
  const otherCount = smallCount + (isCountry ? 0 : unknownCount)
  if (otherCount > 0) shares.push({ key: OTHER, count: otherCount })
  return shares.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}
