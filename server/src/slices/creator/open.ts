import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { ModerationStore } from '../moderation/index.ts'
import { type CreatorDeps, creatorHandlers } from './handlers.ts'
import { creatorPersonalData } from './personal-data.ts'
import { AuthorProfiles } from './profiles/author-profiles.ts'
import { AuthorProfileStore } from './profiles/store.sql.ts'
import { CreatorStore } from './store.sql.ts'

/** Milliseconds between runs of the jobs. */
const FIND_PAUSE_MS = 10_000
const ASK_PAUSE_MS = 5000

interface OpenCreatorDeps
  extends Omit<CreatorDeps, 'store' | 'optOuts' | 'noteInterest'>,
    Pick<SystemDeps, 'upstreams' | 'random'> {
  db: Database
  config: {
    /** Null when no community site is configured; profiles are then not asked for. */
    readonly community: { readonly url: string } | null
  }
}

/** The endpoints for creators, and the jobs that keep authors' profiles up to date. */
export function openCreator(deps: OpenCreatorDeps) {
  const { db, clock } = deps
  const store = new CreatorStore({ db })
  const authors = new AuthorProfileStore({ db })
  const handlers = creatorHandlers({
    ...deps,
    store,
    optOuts: new ModerationStore({ db }),
    noteInterest: authorId => authors.noteInterest(authorId, clock.now()),
  })
  return { handlers, jobs: profileJobs(deps, authors), personalData: creatorPersonalData(store) }
}

function profileJobs(
  { config, clock, upstreams, random }: OpenCreatorDeps,
  store: AuthorProfileStore,
): readonly Job[] {
  if (config.community === null) return []
  const { url: baseUrl } = config.community
  const upstream = upstreams.open({ name: 'author profiles', baseUrl, continuesTrace: true })
  const authors = new AuthorProfiles({ store, upstream, clock, random })
  return [
    { name: 'find-authors', everyMs: FIND_PAUSE_MS, on: 'worker', run: signal => authors.findNew(signal) },
    { name: 'ask-for-profiles', everyMs: ASK_PAUSE_MS, on: 'worker', run: signal => authors.ask(signal) },
  ]
}
