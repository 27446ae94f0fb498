import type { CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Upstreams } from '../kernel/upstream.ts'
import {
  type AuthorProfileStore,
  AuthorProfiles,
  createAuthorProfileStore,
  createCreatorStore,
  creatorHandlers,
  type FreshProfiles,
  heldOfCreators,
} from '../slices/creator/index.ts'
import type { InsightsRowsOf } from '../slices/insights/index.ts'
import { ModerationStore } from '../slices/moderation/index.ts'

/** Between two looks for new authors, and whether it is time to ask for profiles. */
const FIND_MS = 10_000
const ASK_MS = 5000

export interface CreatorDeps {
  db: Database
  config: Pick<Config, 'community'>
  clock: Clock
  upstreams: Upstreams
  /** From 0 to below 1. */
  random: () => number
  view: CatalogView
  insightsRowsOf: InsightsRowsOf
  /** Tells if rows can be had; a promise waits for them, but not for long. */
  insightsReady: () => true | Promise<boolean>
  profiles: FreshProfiles
  /** Makes what was written before the call visible in this process. */
  catchUp: () => Promise<unknown>
}

/** Creator tools put together: what creators see and decide, and where their public profiles are looked up. */
export function composeCreator(deps: CreatorDeps) {
  const { db, clock, view, insightsRowsOf, insightsReady, profiles, catchUp } = deps
  const store = createCreatorStore({ db })
  const authors = createAuthorProfileStore({ db })
  const handlers = creatorHandlers({
    view,
    insightsRowsOf,
    insightsReady,
    profiles,
    catchUp,
    clock,
    store,
    optOuts: new ModerationStore({ db }),
    noteInterest: authorId => authors.noteInterest(authorId, clock.now()),
  })
  return { handlers, jobs: profileJobs(deps, authors), held: heldOfCreators({ store }) }
}

/** Where public profiles of authors are looked up; nothing when no community site is configured. */
function profileJobs(
  { config, clock, upstreams, random }: CreatorDeps,
  store: AuthorProfileStore,
): readonly Job[] {
  if (config.community === null) return []
  const upstream = upstreams.open({ name: 'author profiles', baseUrl: config.community.url })
  const profiles = new AuthorProfiles({ store, upstream, clock, random })
  return [
    { name: 'find-authors', everyMs: FIND_MS, on: 'worker', run: signal => profiles.find(signal) },
    { name: 'ask-for-profiles', everyMs: ASK_MS, on: 'worker', run: signal => profiles.ask(signal) },
  ]
}
