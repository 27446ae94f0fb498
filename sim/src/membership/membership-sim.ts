import { type SimAnswer, type SimRequest, type SimServer, startSimServer } from '../server/sim-server.ts'
import { errorAnswer, membersDocument } from './json-api.ts'
import { createMembers, DEMO_TIERS, type Membership, type MembershipTier } from './members.ts'

export interface MembershipSim extends SimServer {
  /** The client's configuration. */
  readonly url: string
  readonly accessToken: string
  readonly campaignId: string
  /** Members of the campaign, in any state. */
  setMembers(members: readonly Membership[]): void
  /** Answers the next requests 429; only the body tells the time to wait. */
  throttle(times: number, retryAfterSeconds: number): void
}

export interface MembershipSimOptions {
  now: () => number
  seed?: number
  members?: readonly Membership[]
  tiers?: readonly MembershipTier[]
  /** Most members on a page, even when the request asks for more. */
  mostOnPage?: number
  port?: number
}

const BASE = '/api/oauth2/v2'
const CAMPAIGN = '4242'
const MEMBERS = /^\/api\/oauth2\/v2\/campaigns\/([^/]+)\/members$/
const USUAL_ON_PAGE = 1000
const DEMO_MEMBERS = 90
/** Limit of an access token. */
const MOST_A_MINUTE = 100
const MINUTE_MS = 60_000

/** Simulates the list of members of Patreon v2, the membership platform. */
export async function startMembershipSim(options: MembershipSimOptions): Promise<MembershipSim> {
  const { now, seed = 1, tiers = DEMO_TIERS, mostOnPage = USUAL_ON_PAGE, port = 0 } = options
  const accessToken = `simulated-token-${seed}`
  let members = options.members ?? createMembers({ count: DEMO_MEMBERS, seed })
  const throttled = { times: 0, seconds: 0 }
  const requestTimesMs: number[] = []

  const isTooOften = (): boolean => {
    const nowMs = now()
    while (requestTimesMs.length > 0 && requestTimesMs[0]! <= nowMs - MINUTE_MS) requestTimesMs.shift()
    return requestTimesMs.push(nowMs) > MOST_A_MINUTE
  }

  const service = (request: SimRequest): SimAnswer => {
    if ((request.headers['user-agent'] ?? '') === '') return FORBIDDEN
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return errorAnswer(401, 'Unauthorized', 'The access token is not valid for this request.')
    if (throttled.times > 0 && throttled.times--) return tooOften(throttled.seconds)
    if (isTooOften()) return tooOften(MINUTE_MS / 1000)
    const campaign = MEMBERS.exec(request.path)?.[1]
    if (request.method !== 'GET' || campaign !== CAMPAIGN)
      return errorAnswer(404, 'ResourceMissing', 'There is no such campaign.')
    return pageOf(request.query, members, tiers, mostOnPage)
  }

  const server = await startSimServer({ service, now, port })
  return {
    ...server,
    url: server.origin + BASE,
    accessToken,
    campaignId: CAMPAIGN,
    setMembers: given => {
      members = given
    },
    throttle: (times, seconds) => void Object.assign(throttled, { times, seconds }),
  }
}

/** The proxy in front of the API answers HTML, not JSON. */
const FORBIDDEN: SimAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<html><title>Attention Required!</title></html>',
}

function tooOften(seconds: number): SimAnswer {
  return errorAnswer(429, 'RequestThrottled', 'You have made too many requests.', {
    retry_after_seconds: seconds,
  })
}

function pageOf(
  query: URLSearchParams,
  members: readonly Membership[],
  tiers: readonly MembershipTier[],
  most: number,
): SimAnswer {
  const count = Math.min(Number(query.get('page[count]') ?? USUAL_ON_PAGE), most)
  if (!Number.isInteger(count) || count < 1)
    return errorAnswer(400, 'BadRequest', 'page[count] must be a positive number.')
  const from = offsetOf(query.get('page[cursor]'))
  if (from === null) return errorAnswer(400, 'BadRequest', 'page[cursor] is not valid.')
  const end = from + count
  const next = end < members.length ? cursorAt(end) : null
  const page = { members: members.slice(from, end), tiers, total: members.length, next }
  return { status: 200, body: membersDocument(page, query) }
}

function cursorAt(place: number): string {
  return Buffer.from(`after:${place}`).toString('base64')
}

function offsetOf(cursor: string | null): number | null {
  if (cursor === null) return 0
  const place = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('latin1'))?.[1]
  return place === undefined ? null : Number(place)
}
