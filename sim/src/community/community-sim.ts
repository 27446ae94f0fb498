import {
  type SimAnswer,
  type SimOptions,
  type SimRequest,
  type SimServer,
  startSimServer,
} from '../server/sim-server.ts'
import { Tokens } from '../server/tokens.ts'
import { LEADERBOARD, type LeaderboardRow } from './leaderboard.ts'
import { authorize, exchangeToken, type OAuthDeps, profileOf, userinfo } from './oauth.ts'
import type { CommunityPerson } from './people.ts'

export interface CommunitySim extends SimServer {
  /** Credentials of the client. */
  readonly clientId: string
  readonly clientSecret: string
  /** Adds or replaces a person. */
  putPerson(person: CommunityPerson): void
  removePerson(sub: string): void
  person(sub: string): CommunityPerson | undefined
  setLeaderboard(rows: readonly LeaderboardRow[]): void
  readonly tokens: Tokens
}

export interface CommunitySimOptions extends SimOptions {
  seed?: string
  people?: Iterable<CommunityPerson>
}

const MAX_CREATORS = 100
const ROWS = { min: 1, max: 100, default: 50 }

/** Simulates the sign-in, creators' profiles and leaderboard of the community site. */
export async function startCommunitySim(options: CommunitySimOptions): Promise<CommunitySim> {
  const { now, seed = 'community', port } = options
  const people = new Map(Array.from(options.people ?? [], person => [person.sub, person]))
  let leaderboard = LEADERBOARD
  let origin = ''
  const deps: OAuthDeps = {
    issuer: () => origin,
    tokens: new Tokens({
      now,
      seed,
      prefix: 'sim-community',
      lifetimeSeconds: 3600,
      issuesRefreshTokens: false,
    }),
    people,
    clientId: 'avatary',
    clientSecret: `simulated-secret-${seed}`,
  }

  const service = (request: SimRequest): SimAnswer => {
    switch (`${request.method} ${request.path}`) {
      case 'GET /oauth2/authorize':
        return authorize(request, deps)
      case 'POST /oauth2/token':
        return exchangeToken(request, deps)
      case 'GET /oauth2/userinfo':
        return userinfo(request, deps)
      case 'GET /api/creators':
        return creators(request, [...people.values()], origin)
      case 'GET /api/leaderboard':
        return { status: 200, body: { rows: leaderboard.slice(0, limitOf(request)) } }
      default:
        return { status: 404, body: { error: 'not_found' } }
    }
  }

  const server = await startSimServer({ service, now, port })
  origin = server.origin
  const { clientId, clientSecret, tokens } = deps
  return {
    ...server,
    clientId,
    clientSecret,
    tokens,
    putPerson: person => people.set(person.sub, person),
    removePerson: sub => people.delete(sub),
    person: sub => people.get(sub),
    setLeaderboard: rows => {
      leaderboard = rows
    },
  }
}

/** Verified profiles by platform account. */
function creators({ query }: SimRequest, people: readonly CommunityPerson[], origin: string): SimAnswer {
  const ids = (query.get('platform_ids') ?? '').split(',').filter(id => id !== '')
  if (ids.length > MAX_CREATORS) return { status: 400, body: { error: 'too_many' } }
  const rows = people.flatMap(person => {
    const account = person.platform_account
    return account?.verified && ids.includes(account.id)
      ? [{ platform_id: account.id, profile: profileOf(origin, person) }]
      : []
  })
  return { status: 200, body: { creators: rows } }
}

function limitOf({ query }: SimRequest): number {
  const limit = Number.parseInt(query.get('limit') ?? '', 10)
  return Number.isNaN(limit) ? ROWS.default : Math.min(Math.max(limit, ROWS.min), ROWS.max)
}
