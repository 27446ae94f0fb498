import type { trackingRoutes } from '@avatary/contract/routes/tracking'
import { type CatalogView, listedSlot } from '../../avatars/index.ts'
import type { HandlersOf, RouteHandler } from '../../handlers.ts'
import { failure, json, type RequestContext } from '../../kernel/answer.ts'
import type { CountWriter } from './count-writer.ts'
import { type CountryDatabase, countryOf } from './country.ts'
import { siteOf } from './sites.ts'
import type { TermsWithResults } from './terms-with-results.ts'
import type { Visits } from './visits.ts'

export interface TrackingDeps {
  view: Pick<CatalogView, 'slotOf' | 'isListed'>
  visits: Pick<Visits, 'countEvent'>
  writer: Pick<CountWriter, 'acknowledge' | 'isBehind' | 'writeOverdue'>
  terms: TermsWithResults
  countries: CountryDatabase
  /** Header name in lower case; null when no proxy sends countries. */
  countryHeader: string | null
  /** Host and port of our own pages. */
  ownHost: string
}

type TrackInput = Parameters<RouteHandler<(typeof trackingRoutes)['trackAvatar']>>[0]

const COUNTED_ANSWER = json({ ok: true })
const NOT_COUNTED_ANSWER = json({ ok: true, counted: false })
const UNAVAILABLE_FAILURE = failure('unavailable', undefined, { 'Retry-After': '5' })

/**
 * `POST /avatars/{id}/track` (spec). Only coarse buckets of the request leave this function. While writing is behind,
 * it waits before it counts, so that `kill -9` loses at most one interval of acknowledged visits.
 */
export function trackingHandlers(deps: TrackingDeps) {
  const { view, visits, writer, terms, countries, countryHeader, ownHost } = deps

  const count = ({ params, body, context }: TrackInput) => {
    const slot = listedSlot(view, params.id)
    if (slot === -1) return failure('avatar_not_found')
    const isCounted = visits.countEvent(slot, body.event, context, device => ({
      site: siteOf(body.referrer ?? context.headers.referer ?? '', ownHost),
      device,
      country: countryOf(headerCountry(context, countryHeader), context.address, countries),
      surface: body.source?.trim().toLowerCase() ?? null,
      platform: body.platform?.trim().toLowerCase() ?? null,
      term: terms.termOf(body.term ?? ''),
    }))
    if (!isCounted) return NOT_COUNTED_ANSWER
    writer.acknowledge()
    return COUNTED_ANSWER
  }
  return {
    trackAvatar: async input =>
      !writer.isBehind || (await writer.writeOverdue()) ? count(input) : UNAVAILABLE_FAILURE,
  } satisfies HandlersOf<typeof trackingRoutes>
}

function headerCountry({ headers }: RequestContext, name: string | null): string | null {
  const value = name === null ? undefined : headers[name]
  return typeof value === 'string' ? value : null
}
