import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { CatalogView } from '../slices/catalog/view.ts'
import { creatorHandlers } from '../slices/creator/handlers.ts'
import { heldOfCreators } from '../slices/creator/held.ts'
import type { FreshProfiles } from '../slices/creator/owners.ts'
import { AuthorProfiles } from '../slices/creator/profiles/author-profiles.ts'
import { createAuthorProfileStore } from '../slices/creator/profiles/store.sql.ts'
import { createCreatorStore } from '../slices/creator/store.sql.ts'
import type { InsightsRowsOf } from '../slices/insights/numbers.ts'
import { createModerationStore } from '../slices/moderation/store.sql.ts'
import type { Part } from './part.ts'
import type { Upstreams } from './upstreams.ts'

/** Between two looks for new authors, and whether it is time to ask for profiles. */
const FIND_MS = 10_000
const ASK_MS = 5000

export interface CreatorDeps {
  db: Database
  config: Pick<Config, 'community' | 'platform' | 'http' | 'role'>
  clock: Clock
  upstreams: Upstreams
  view: CatalogView
  insightsRowsOf: InsightsRowsOf
  profiles: FreshProfiles
  /** Makes what was written before the call visible in this process. */
  catchUp: () => Promise<unknown>
}

/** Creator tools put together: what creators see and decide, and where their public profiles are looked up. */
export function composeCreator(deps: CreatorDeps): Part {
  const { db, config, clock, upstreams, view, insightsRowsOf, profiles, catchUp } = deps
  const authors = createAuthorProfileStore({ db })
  const handlers = creatorHandlers({
    ...{ view, insightsRowsOf, profiles, catchUp, clock },
    store: createCreatorStore({ db }),
    optOuts: createModerationStore({ db }),
    noteInterest: authorId => authors.noteInterest(authorId, clock.now()),
  })
  const startJobs = (jobs: Jobs) => {
    if (config.community === null || config.role === 'api') return
    const contact = `(${config.platform.account?.contact ?? config.http.publicUrl})`
    const upstream = upstreams.open({ name: 'author profiles', baseUrl: config.community.url }, contact)
    const { random } = upstreams.world
    const authorProfiles = new AuthorProfiles({ store: authors, upstream, clock, random })
    jobs.every({ name: 'find authors', pauseMs: FIND_MS, run: signal => authorProfiles.find(signal) })
    jobs.every({ name: 'ask for profiles', pauseMs: ASK_MS, run: signal => authorProfiles.ask(signal) })
  }
  return { handlers, startJobs }
}

/** What is held of people who are creators, for accounts, which are put together before. */
export function heldByCreator({ db }: Pick<CreatorDeps, 'db'>) {
  return heldOfCreators({ store: createCreatorStore({ db }) })
}
