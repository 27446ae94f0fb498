import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { createKeptAnswers } from './kept-answers.sql.ts'
import { fetchLeaderboard, type LeaderboardRow } from './leaderboard.ts'
import { fetchMembers } from './members.ts'
import { Roster, type RosterDeps } from './roster.ts'
import { accountDigest, type SupporterNames, type Supporters, supportersOf } from './supporters.ts'

/** Between two looks whether a list is due. */
const LOOK_MS = 1000
/** A last good list is shown for as long as it takes; that somebody is a member, it says no longer than this. */
const MEMBERS_HOLD_MS = 3_600_000

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
    /** Whether a Discord account is that of an active member, by a list of when; null when none is new enough. */
    membership: async (discordId: string): Promise<{ isMember: boolean; atMs: number } | null> => {
      const held = (await supporters?.get()) ?? null
      if (held === null || deps.clock.now() - held.atMs > MEMBERS_HOLD_MS) return null
      return { isMember: held.value.accounts.includes(accountDigest(discordId)), atMs: held.atMs }
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

/** In every process, as whoever holds a list reads it again when another process has refreshed it. */
function refreshRoster(roster: Roster<LeaderboardRow[]> | Roster<Supporters>): Job {
  const name = `refresh-${roster.name}`
  return { name, everyMs: LOOK_MS, startsAtOnce: true, on: 'every process', run: () => roster.tend() }
}

function openLeaderboard(deps: OpenRostersDeps): Roster<LeaderboardRow[]> | null {
  const { community } = deps.config
  if (community === null) return null
  const { url } = community
  const upstream = deps.upstreams.open({ name: 'leaderboard', baseUrl: url })
  return openRoster(deps, {
    kept: { name: 'leaderboard', variant: url },
    ask: signal => fetchLeaderboard(upstream, signal),
  })
}

function openSupporters(deps: OpenRostersDeps): Roster<Supporters> | null {
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
  { db, clock, log, sleep }: OpenRostersDeps,
  parts: Pick<RosterDeps<Value>, 'kept' | 'ask'>,
): Roster<Value> {
  return new Roster({ ...parts, store: createKeptAnswers({ db }), clock, sleep, log })
}
