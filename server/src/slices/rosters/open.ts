import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { StoredAnswerStore } from './kept-answers.sql.ts'
import { fetchLeaderboard, type LeaderboardRow } from './leaderboard.ts'
import { fetchMembers } from './members.ts'
import { Roster, type RosterDeps } from './roster.ts'
import { accountDigest, type SupporterNames, type Supporters, supportersOf } from './supporters.ts'

const POLL_MS = 1000
/** The maximum age of a list that proves who is a supporter; older lists are only displayed. */
const MAX_PROOF_AGE_MS = HOUR_MS

interface OpenRostersDeps extends Pick<SystemDeps, 'clock' | 'log' | 'upstreams' | 'sleep'> {
  db: Database
  config: {
    readonly community: { readonly url: string } | null
    readonly membership: {
      readonly apiUrl: string
      readonly campaign: { readonly accessToken: Secret<string>; readonly campaignId: string } | null
      readonly supporterNames: SupporterNames
    }
  }
}

/** Opens leaderboard and supporters; each is null when its service is not configured. */
export function openRosters(deps: OpenRostersDeps) {
  const leaderboard = openLeaderboard(deps)
  const supporters = openSupporters(deps)
  const rosters = [leaderboard, supporters].filter(roster => roster !== null)
  return {
    leaderboard: leaderboard?.rowReader(rows => rows) ?? null,
    supporters: supporters?.rowReader(({ rows }) => rows) ?? null,
    /** `atMs` is when the list was fetched. Null when no list is recent enough. */
    isSupporter: async (discordId: string): Promise<{ value: boolean; atMs: number } | null> => {
      const list = (await supporters?.get()) ?? null
      if (list === null || deps.clock.now() - list.atMs > MAX_PROOF_AGE_MS) return null
      return { value: list.value.accounts.includes(accountDigest(discordId)), atMs: list.atMs }
    },
    open: async () => {
      await Promise.all(rosters.map(roster => roster.open()))
    },
    jobsRetryOpen: true,
    jobs: rosters.map(refreshRoster),
    settle: async () => {
      await Promise.all(rosters.map(roster => roster.close()))
    },
  }
}

/** Runs in every process, because each must read the list that another process has fetched. */
function refreshRoster(roster: Pick<Roster<unknown>, 'name' | 'refreshWhenDue'>): Job {
  return {
    name: `refresh-${roster.name}`,
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
  const upstream = deps.upstreams.open({ name: 'leaderboard', baseUrl: url, continuesTrace: true })
  return openRoster(deps, {
    key: { name: 'leaderboard', variant: url },
    fetchList: signal => fetchLeaderboard(upstream, signal),
  })
}

function openSupporters(deps: OpenRostersDeps): Roster<Supporters> | null {
  const { campaign, apiUrl, supporterNames } = deps.config.membership
  if (campaign === null) return null
  const { campaignId, accessToken } = campaign
  const upstream = deps.upstreams.open({ name: 'membership platform', baseUrl: apiUrl })
  return openRoster<Supporters>(deps, {
    key: { name: 'supporters', variant: `${apiUrl} ${campaignId} ${supporterNames}` },
    fetchList: async signal => {
      const token = accessToken.reveal()
      const outcome = await fetchMembers(upstream, { campaignId, accessToken: token }, signal)
      return outcome.kind === 'ok'
        ? { kind: 'ok', value: supportersOf(outcome.value, supporterNames) }
        : outcome
    },
  })
}

function openRoster<Value>(
  { db, clock, log, sleep }: OpenRostersDeps,
  parts: Pick<RosterDeps<Value>, 'key' | 'fetchList'>,
): Roster<Value> {
  return new Roster({ ...parts, store: new StoredAnswerStore({ db }), clock, sleep, log })
}
