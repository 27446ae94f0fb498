import { type Static, Type } from 'typebox'
import { isObject } from '../../kernel/json-object.ts'
import type { Upstream, UpstreamAnswer } from '../../kernel/upstream.ts'
import { type FetchOutcome, failureOf } from './roster.ts'

/** An active member of the campaign. */
export interface Member {
  id: string
  /** Often a legal name. */
  fullName: string
  /** Title of the member's most expensive tier; empty without one. */
  tier: string
  tierCents: number
  /** Id of the Discord account that the member has linked; null for none. */
  discordId: string | null
}

/** The largest page that the membership platform allows. */
const PAGE_SIZE = 1000
/** More pages than any campaign has; a longer chain of cursors is a fault of the platform. */
const MAX_PAGES = 100

const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const optionalNumber = Type.Optional(Type.Union([Type.Number(), Type.Null()]))
const resourceId = Type.Object({ id: Type.String(), type: Type.String() })

/** The part of a JSON:API answer that is used (JSON:API, section 7; Patreon v2, `GET /campaigns/{id}/members`). */
const PageSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      attributes: Type.Object({
        full_name: optionalText,
        patron_status: optionalText,
      }),
      relationships: Type.Optional(
        Type.Object({
          currently_entitled_tiers: Type.Optional(Type.Object({ data: Type.Array(resourceId) })),
          user: Type.Optional(Type.Object({ data: Type.Union([resourceId, Type.Null()]) })),
        }),
      ),
    }),
  ),
  included: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        attributes: Type.Optional(
          Type.Object({
            title: optionalText,
            amount_cents: optionalNumber,
            social_connections: Type.Optional(Type.Unknown()),
          }),
        ),
      }),
    ),
  ),
  meta: Type.Optional(
    Type.Object({
      pagination: Type.Optional(
        Type.Object({
          cursors: Type.Optional(Type.Union([Type.Object({ next: optionalText }), Type.Null()])),
        }),
      ),
    }),
  ),
})
type Page = Static<typeof PageSchema>

/**
 * Fetches all pages of a campaign's members, and returns the active ones. If one page fails, the whole answer fails.
 */
export async function fetchMembers(
  upstream: Upstream,
  { campaignId, accessToken }: { campaignId: string; accessToken: string },
  signal: AbortSignal,
): Promise<FetchOutcome<Member[]>> {
  const members = new Map<string, Member>()
  const cursors = new Set<string>()
  let cursor: string | null = null
  while (cursors.size < MAX_PAGES) {
    const page: UpstreamAnswer<Page> = await upstream.get('/campaigns/{campaign}/members', {
      params: { campaign: campaignId },
      query: queryOf(cursor),
      credentials: { kind: 'bearer', token: accessToken },
      schema: PageSchema,
      signal,
    })
    if (page.kind !== 'ok') return failureOf(page)
    for (const member of readMembers(page.value)) members.set(member.id, member)
    cursor = page.value.meta?.pagination?.cursors?.next ?? ''
    if (cursor === '') return { kind: 'ok', value: [...members.values()] }
    if (cursors.has(cursor)) break
    cursors.add(cursor)
  }
  return { kind: 'failed', retryAfterMs: null, isFinal: false }
}

/** The platform only answers type and id of a resource unless its fields are requested. */
function queryOf(cursor: string | null): Record<string, string | undefined> {
  return {
    include: 'currently_entitled_tiers,user',
    'fields[member]': 'full_name,patron_status',
    'fields[tier]': 'title,amount_cents',
    'fields[user]': 'social_connections',
    'page[count]': String(PAGE_SIZE),
    'page[cursor]': cursor ?? undefined,
  }
}

function readMembers({ data, included = [] }: Page): Member[] {
  const attributesOf = new Map(
    included.map(({ type, id, attributes }) => [`${type} ${id}`, attributes ?? {}]),
  )
  const activeMembers = data.filter(({ attributes }) => attributes.patron_status === 'active_patron')
  return activeMembers.map(({ id, attributes, relationships }) => {
    const tiers = (relationships?.currently_entitled_tiers?.data ?? []).map(({ id }) => {
      const { title, amount_cents } = attributesOf.get(`tier ${id}`) ?? {}
      return { title: title ?? '', cents: amount_cents ?? 0 }
    })
    const [topTier] = tiers.toSorted((a, b) => b.cents - a.cents)
    const user = attributesOf.get(`user ${relationships?.user?.data?.id}`)
    return {
      id,
      fullName: attributes.full_name ?? '',
      tier: topTier?.title ?? '',
      tierCents: topTier?.cents ?? 0,
      discordId: discordIdOf(user?.social_connections),
    }
  })
}

function discordIdOf(connections: unknown): string | null {
  const discord = isObject(connections) ? connections.discord : null
  const id = isObject(discord) ? discord.user_id : null
  return typeof id === 'string' && id !== '' ? id : null
}
