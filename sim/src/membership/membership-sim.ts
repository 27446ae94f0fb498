import {
  type SimAnswer,
  type SimOptions,
  type SimRequest,
  type SimServer,
  startSimServer,
} from '../server/sim-server.ts'
import { errorAnswer, membersDocument } from './json-api.ts'
import { createMembers, DEMO_TIERS, type SimMember, type SimTier } from './members.ts'

export interface MembershipSim extends SimServer {
  /** Configuration of the client. */
  readonly url: string
  readonly accessToken: string
  readonly campaignId: string
  /** Members of the campaign, in any state. */
  setMembers(members: readonly SimMember[]): void
  /** Answers the next requests 429, with the time to wait in the body instead of a header. */
  throttle(times: number, retryAfterSeconds: number): void
}

export interface MembershipSimOptions extends SimOptions {
  seed?: number
  members?: readonly SimMember[]
  tiers?: readonly SimTier[]
  /** Maximum members per page, even when the request asks for more. */
  maxPageSize?: number
}

const BASE = '/api/oauth2/v2'
const CAMPAIGN = '4242'
const MEMBERS_PATH = /^\/api\/oauth2\/v2\/campaigns\/([^/]+)\/members$/
const DEFAULT_PAGE_SIZE = 1000
const DEMO_MEMBER_COUNT = 90
/** Limit of an access token. */
const MAX_REQUESTS_A_MINUTE = 100
const MINUTE_MS = 60_000

/** Simulates the list of members of Patreon v2, the membership platform. */
export async function startMembershipSim(options: MembershipSimOptions): Promise<MembershipSim> {
  const { now, seed = 1, tiers = DEMO_TIERS, maxPageSize = DEFAULT_PAGE_SIZE, port } = options
  const accessToken = `simulated-token-${seed}`
  let members = options.members ?? createMembers({ count: DEMO_MEMBER_COUNT, seed })
  const throttling = { times: 0, seconds: 0 }
  const requestTimesMs: number[] = []

  /**
   * Counts a request.
   * @returns true when the minute exceeds the limit.
   */
  const countRequest = (): boolean => {
    const nowMs = now()
    while (requestTimesMs.length > 0 && requestTimesMs[0]! <= nowMs - MINUTE_MS) requestTimesMs.shift()
    return requestTimesMs.push(nowMs) > MAX_REQUESTS_A_MINUTE
  }

  const service = (request: SimRequest): SimAnswer => {
    if ((request.headers['user-agent'] ?? '') === '') return FORBIDDEN
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return errorAnswer(401, 'Unauthorized', 'The access token is not valid for this request.')
    if (throttling.times > 0) {
      throttling.times--
      return throttledAnswer(throttling.seconds)
    }
    if (countRequest()) return throttledAnswer(MINUTE_MS / 1000)
    const campaign = MEMBERS_PATH.exec(request.path)?.[1]
    if (request.method !== 'GET' || campaign !== CAMPAIGN)
      return errorAnswer(404, 'ResourceMissing', 'There is no such campaign.')
    return pageOf(request.query, members, tiers, maxPageSize)
  }

  const server = await startSimServer({ service, now, port })
  return {
    ...server,
    url: server.origin + BASE,
    accessToken,
    campaignId: CAMPAIGN,
    setMembers: newMembers => {
      members = newMembers
    },
    throttle: (times, seconds) => void Object.assign(throttling, { times, seconds }),
  }
}

/** The answer of the proxy in front of the API, which is HTML instead of JSON. */
const FORBIDDEN: SimAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<html><title>Attention Required!</title></html>',
}

function throttledAnswer(seconds: number): SimAnswer {
  return errorAnswer(429, 'RequestThrottled', 'You have made too many requests.', {
    retry_after_seconds: seconds,
  })
}

function pageOf(
  query: URLSearchParams,
  members: readonly SimMember[],
  tiers: readonly SimTier[],
  maxPageSize: number,
): SimAnswer {
  const count = Math.min(Number(query.get('page[count]') ?? DEFAULT_PAGE_SIZE), maxPageSize)
  if (!Number.isInteger(count) || count < 1)
    return errorAnswer(400, 'BadRequest', 'page[count] must be a positive number.')
  const start = offsetOf(query.get('page[cursor]'))
  if (start === null) return errorAnswer(400, 'BadRequest', 'page[cursor] is not valid.')
  const end = start + count
  const next = end < members.length ? cursorAt(end) : null
  const page = { members: members.slice(start, end), tiers, total: members.length, next }
  return { status: 200, body: membersDocument(page, query) }
}

function cursorAt(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64')
}

function offsetOf(cursor: string | null): number | null {
  if (cursor === null) return 0
  const offset = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('latin1'))?.[1]
  return offset === undefined ? null : Number(offset)
}
