import type { SimAnswer } from '../server/sim-server.ts'
import type { SimMember, SimTier } from './members.ts'

/** A page of members, and the fields that the query names. */
export interface MembersPage {
  readonly members: readonly SimMember[]
  readonly tiers: readonly SimTier[]
  readonly total: number
  /** Null on the last page. */
  readonly next: string | null
}

/** JSON:API, section 7.1, as in Patreon v2: only type and id unless the query names further fields. */
export function membersDocument(page: MembersPage, query: URLSearchParams): object {
  const included = new Set(query.get('include')?.split(',') ?? [])
  const fieldsOf = (type: string) => new Set(query.get(`fields[${type}]`)?.split(',') ?? [])
  const memberFields = fieldsOf('member')
  return {
    data: page.members.map(member => ({
      attributes: pickFields(memberFields, memberAttributes(member, page.tiers)),
      id: member.id,
      ...relationshipsOf(member, included),
      type: 'member',
    })),
    ...includedIn(page, included, fieldsOf),
    meta: {
      pagination: {
        ...(page.next !== null && { cursors: { next: page.next } }),
        total: page.total,
      },
    },
  }
}

function memberAttributes(member: SimMember, tiers: readonly SimTier[]): object {
  const paidTiers = tiers.filter(({ id }) => member.tierIds.includes(id))
  return {
    full_name: member.fullName,
    patron_status: member.status,
    currently_entitled_amount_cents: paidTiers.reduce((sum, { amountCents }) => sum + amountCents, 0),
    is_follower: false,
  }
}

function relationshipsOf({ tierIds, userId }: SimMember, included: ReadonlySet<string>): object {
  const relationships = {
    ...(included.has('currently_entitled_tiers') && {
      currently_entitled_tiers: { data: tierIds.map(id => ({ id, type: 'tier' })) },
    }),
    ...(included.has('user') && { user: { data: { id: userId, type: 'user' } } }),
  }
  return Object.keys(relationships).length === 0 ? {} : { relationships }
}

/** Lists each resource of the page once. */
function includedIn(
  { members, tiers }: MembersPage,
  included: ReadonlySet<string>,
  fieldsOf: (type: string) => Set<string>,
): object {
  const entitledTierIds = new Set(members.flatMap(({ tierIds }) => tierIds))
  const resources = [
    ...(included.has('currently_entitled_tiers')
      ? tiers
          .filter(({ id }) => entitledTierIds.has(id))
          .map(({ id, title, amountCents }) => ({
            attributes: pickFields(fieldsOf('tier'), { title, amount_cents: amountCents }),
            id,
            type: 'tier',
          }))
      : []),
    ...(included.has('user')
      ? members.map(({ userId, discordId }) => ({
          attributes: pickFields(fieldsOf('user'), { social_connections: connectionsOf(discordId) }),
          id: userId,
          type: 'user',
        }))
      : []),
  ]
  return resources.length === 0 ? {} : { included: resources }
}

function connectionsOf(discordId: string | null): object {
  return { discord: discordId === null ? null : { user_id: discordId, scopes: ['identify'] }, twitch: null }
}

function pickFields(fields: ReadonlySet<string>, attributes: object): object {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => fields.has(name)))
}

/** Patreon v2, "Errors" and "Rate limits". */
export function errorAnswer(status: number, codeName: string, detail: string, extra: object = {}): SimAnswer {
  const error = { code: 1, code_name: codeName, detail, status: String(status), title: codeName, ...extra }
  return { status, headers: { 'content-type': 'application/vnd.api+json' }, body: { errors: [error] } }
}
