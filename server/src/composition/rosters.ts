import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { Upstreams } from '../kernel/upstream.ts'
import {
  accountDigest,
  createKeptAnswers,
  fetchLeaderboard,
  fetchMembers,
  type LeaderboardRow,
  ROSTER_FRESH_MS,
  Roster,
  type RosterDeps,
  type Supporters,
  supportersOf,
} from '../slices/rosters/index.ts'
import type { Roster as WorldRoster } from '../slices/world/index.ts'

/** Between two looks whether a list is due. */
const LOOK_MS = 1000
/** A last good list is shown for as long as it takes; that somebody is a member, it says no longer than this. */
const MEMBERS_HOLD_MS = 3_600_000

export interface RostersDeps {
  db: Database
  config: Pick<Config, 'community' | 'patreon'>
  clock: Clock
  log: Log
  upstreams: Upstreams
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Leaderboard and supporters put together; null for one whose service is not configured. */
export function composeRosters(deps: RostersDeps) {
  const leaderboard = openLeaderboard(deps)
  const supporters = openSupporters(deps)
  const rosters = [leaderboard, supporters].filter(roster => roster !== null)

  const open = async () => {
    await Promise.all(rosters.map(roster => roster.open()))
  }
  /** Whoever holds a list reads it again when another process has refreshed it. */
  const jobs = rosters.map(
    (roster): Job => ({
      name: `refresh-${roster.name}`,
      everyMs: LOOK_MS,
      startsAtOnce: true,
      on: 'every process',
      run: () => roster.tend(),
    }),
  )
  /** Whether a Discord account is that of an active member, by a list of when; null when there is none so new. */
  const membership = async (discordId: string): Promise<{ isMember: boolean; atMs: number } | null> => {
    const held = (await supporters?.get()) ?? null
    if (held === null || deps.clock.now() - held.atMs > MEMBERS_HOLD_MS) return null
    return { isMember: held.value.accounts.includes(accountDigest(discordId)), atMs: held.atMs }
  }
  const settle = async () => {
    await Promise.all(rosters.map(roster => roster.close()))
  }
  return {
    leaderboard: leaderboard && asRows(leaderboard, rows => rows),
    supporters: supporters && asRows(supporters, ({ rows }) => rows),
    membership,
    open,
    opensLater: true,
    jobs,
    settle,
  }
}

function openLeaderboard(deps: RostersDeps): Roster<LeaderboardRow[]> | null {
  const { community } = deps.config
  if (community === null) return null
  const { url } = community
  const upstream = deps.upstreams.open({ name: 'leaderboard', baseUrl: url })
  return openRoster(deps, {
    kept: { name: 'leaderboard', variant: url },
    ask: signal => fetchLeaderboard(upstream, signal),
  })
}

function openSupporters(deps: RostersDeps): Roster<Supporters> | null {
  const { membership, apiUrl, supporterNames } = deps.config.patreon
  if (membership === null) return null
  const { campaignId, accessToken } = membership
  const upstream = deps.upstreams.open({ name: 'membership', baseUrl: apiUrl })
  return openRoster<Supporters>(deps, {
    kept: { name: 'supporters', variant: `${apiUrl} ${campaignId} ${supporterNames}` },
    ask: async signal => {
      const campaign = { campaignId, accessToken: accessToken.reveal() }
      const fetched = await fetchMembers(upstream, campaign, signal)
      return fetched.kind === 'ok'
        ? { kind: 'ok', value: supportersOf(fetched.value, supporterNames) }
        : fetched
    },
  })
}

function openRoster<Value>(
  { db, clock, log, sleep }: RostersDeps,
  parts: Pick<RosterDeps<Value>, 'kept' | 'ask'>,
): Roster<Value> {
  return new Roster({ ...parts, store: createKeptAnswers({ db }), clock, sleep, log })
}

function asRows<Value, Row>(
  roster: Roster<Value>,
  rowsOf: (value: Value) => readonly Row[],
): WorldRoster<Row> {
  const rows = (held: Roster<Value>['held']) =>
    held && {
      rows: rowsOf(held.value),
      atMs: held.atMs,
      freshUntilMs: held.atMs + ROSTER_FRESH_MS,
    }
  return {
    get held() {
      return rows(roster.held)
    },
    get: async () => rows(await roster.get()),
  }
}
