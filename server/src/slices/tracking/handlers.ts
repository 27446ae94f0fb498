import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf } from '@avatary/contract/route'
import type { catalogRoutes } from '@avatary/contract/routes/catalog'
import { failure, type Handler, json, type RequestContext } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { CatalogView } from '../catalog/view.ts'
import { type CountryDatabase, countryOf } from './country.ts'
import type { KnownTerms } from './known-terms.ts'
import { siteOf } from './sites.ts'
import type { Tally } from './tally.ts'
import type { Visitors } from './visitors.ts'

type Route = (typeof catalogRoutes)['trackAvatar']

export interface TrackingParts {
  view: Pick<CatalogView, 'slotOf' | 'isListed'>
  tally: Pick<Tally, 'track'>
  visitors: Visitors
  terms: KnownTerms
  countries: CountryDatabase
  /** In lower case; null when no proxy tells countries. */
  countryHeader: string | null
  /** Host, with its port, of our own pages. */
  ownHost: string
}

const OK = json({ ok: true })

/**
 * `POST /avatars/{id}/track` (spec; design, "Tracking"). Of the request nothing but coarse buckets leaves this
 * function; bots get the same answer and are not counted.
 */
export function trackingHandlers(parts: TrackingParts) {
  const { view, tally, visitors, terms, countries, countryHeader, ownHost } = parts

  const trackAvatar: Handler<undefined, ParamsOf<Route>, BodyOf<Route>, ErrorCode> = ({
    params,
    body,
    context,
  }) => {
    const avatarId = parseAvatarId(params.id)
    const slot = avatarId === null ? -1 : view.slotOf(avatarId)
    if (!view.isListed(slot)) return failure('avatar_not_found')
    const { isBot, device } = visitors.of(context.headers['user-agent'])
    if (isBot) return OK
    tally.track(slot, body.event, {
      site: siteOf(body.referrer ?? context.headers.referer ?? '', ownHost),
      device,
      country: countryOf(toldCountry(context, countryHeader), context.address, countries),
      surface: body.source?.trim().toLowerCase() ?? null,
      platform: body.platform?.trim().toLowerCase() ?? null,
      term: terms.of(body.term ?? ''),
    })
    return OK
  }
  return { trackAvatar }
}

function toldCountry({ headers }: RequestContext, name: string | null): string | null {
  const told = name === null ? undefined : headers[name]
  return typeof told === 'string' ? told : null
}
