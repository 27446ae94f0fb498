import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type ExternalIndexKind, newestRequest } from './external-answer.ts'
import type { AskOutcome, ExternalLookups } from './external-lookups.ts'

export interface ExternalSyncDeps extends Pick<SystemDeps, 'random'> {
  lookups: ExternalLookups
  indexKind: ExternalIndexKind
  /** The most searched terms, folded, most searched first. */
  popularTerms: () => Promise<readonly string[]>
}

const NEWEST_NAME = 'newest'
const NEWEST_VALID_MS = 10 * MINUTE_MS
/** Rows requested for a popular term; an index may give fewer. */
const MAX_ROWS = 500

/**
 * Follows the newest avatars of an external index, and asks again about popular terms (`EXTERNAL_SYNC`). It asks the
 * first question that is due, if any, and if the budget has room.
 */
export async function syncExternalIndex(deps: ExternalSyncDeps): Promise<void> {
  const { lookups, popularTerms } = deps
  if ((await askNewest(deps)).kind !== 'not_due') return
  for (const term of await popularTerms()) {
    const { kind } = await lookups.lookUpInBackground(term, MAX_ROWS)
    if (kind !== 'not_due') return
  }
}

async function askNewest({ lookups, indexKind, random }: ExternalSyncDeps): Promise<AskOutcome> {
  const request = newestRequest(indexKind)
  if (request === null) return { kind: 'not_due' }
  // Randomised, so that many servers do not ask at the same time.
  const validMs = Math.round(NEWEST_VALID_MS * (0.75 + 0.5 * random()))
  return await lookups.ask({ name: NEWEST_NAME, request, urgency: 'background', validMs })
}
