import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { KeptAnswerStore } from './kept-answers.sql.ts'
import { fetchLeaderboard, type LeaderboardRow } from './leaderboard.ts'
import { fetchMembers } from './members.ts'
import { Roster, type RosterDeps } from './roster.ts'
import { accountDigest, type SupporterNames, type Supporters, supportersOf } from './supporters.ts'

const POLL_MS = 1000
/** Longest age of a list that proves a membership; older lists are only shown. */
const MEMBERSHIP_MS = 3_600_000

interface OpenRostersDeps extends Pick<SystemDeps, 'clock' | 'log' | 'upstreams' | 'sleep'> {
  db: Database
  config: {
    readonly community: { readonly url: string } | null
    readonly patreon: {
      readonly apiUrl: string
      readonly membership: { readonly accessToken: Secret<string>; readonly campaignId: string } | null
      readonly supporterNames: SupporterNames
    }
  }
}

/** Leaderboard and supporters; null for one whose service is not configured. */
export function openRosters(deps: OpenRostersDeps) {
  const leaderboard = openLeaderboard(deps)
  const supporters = openSupporters(deps)
  const rosters = [leaderboard, supporters].filter(roster => roster !== null)
  return {
    leaderboard: leaderboard?.rows(rows => rows) ?? null,
    supporters: supporters?.rows(({ rows }) => rows) ?? null,
    /** `atMs` is when the list was fetched. Null when no list is new enough. */
    membership: async (discordId: string): Promise<{ isMember: boolean; atMs: number } | null> => {
      const list = (await supporters?.get()) ?? null
      if (list === null || deps.clock.now() - list.atMs > MEMBERSHIP_MS) return null
      return { isMember: list.value.accounts.includes(accountDigest(discordId)), atMs: list.atMs }
    },
    open: async () => {
      await Promise.all(rosters.map(roster => roster.open()))
    },
    opensLater: true,
    jobs: rosters.map(refreshRoster),
    settle: async () => {
      await Promise.all(rosters.map(roster => roster.close()))
    },
  }
}

/** Runs in every process, because each reads the list again after another process has refreshed it. */
function refreshRoster(roster: Roster<LeaderboardRow[]> | Roster<Supporters>): Job {
  const name = `refresh-${roster.name}`
  return {
    name,
    everyMs: POLL_MS,
    startsAtOnce: true,
    on: 'every process',
    run: () => roster.refreshWhenDue(),
  }
}

function openLeaderboard(deps: OpenRostersDeps): Roster<LeaderboardRow[]> | null {
  const { community } = deps.config
  if (community === null) return null
  const { url } = community
  const upstream = deps.upstreams.open({ name: 'leaderboard', baseUrl: url })
  return openRoster(deps, {
    key: { name: 'leaderboard', variant: url },
    fetchList: signal => fetchLeaderboard(upstream, signal),
  })
}

function openSupporters(deps: OpenRostersDeps): Roster<Supporters> | null {
  const { membership, apiUrl, supporterNames } = deps.config.patreon
  if (membership === null) return null
  const { campaignId, accessToken } = membership
  const upstream = deps.upstreams.open({ name: 'membership', baseUrl: apiUrl })
  return openRoster<Supporters>(deps, {
    key: { name: 'supporters', variant: `${apiUrl} ${campaignId} ${supporterNames}` },
    fetchList: async signal => {
      const campaign = { campaignId, accessToken: accessToken.reveal() }
      const fetched = await fetchMembers(upstream, campaign, signal)
      return fetched.kind === 'ok'
        ? { kind: 'ok', value: supportersOf(fetched.value, supporterNames) }
        : fetched
    },
  })
}

function openRoster<Value>(
  { db, clock, log, sleep }: OpenRostersDeps,
  parts: Pick<RosterDeps<Value>, 'key' | 'fetchList'>,
): Roster<Value> {
  return new Roster({ ...parts, store: new KeptAnswerStore({ db }), clock, sleep, log })
}
