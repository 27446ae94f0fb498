import { type RejectionCode, SUBMISSION_REJECTIONS, type SubmissionState } from '@avatary/contract/submission'
import type { AvatarId } from '../../kernel/avatar-id.ts'

export interface KnownAvatar {
  /** The avatar, or its author if known, is blocked. */
  isBlocked: boolean
  /** True while the platform serves it publicly, as far as we know; null when it is not indexed. */
  isActive: boolean | null
  /** Its creator unlisted it or opted out: it is indexed, but not listed. */
  isWithdrawn: boolean
  /** It is in the queue of submissions. */
  isQueued: boolean
}

/** The queue before a submission. */
export interface QueueState {
  waitingCount: number
  capacity: number
}

export type Judgement =
  | { status: 'queued'; id: AvatarId; position: number }
  | { status: 'rejected'; code: RejectionCode }

/**
 * Judges the items of a submission in order (spec, "States and transitions"): later items find in the queue what
 * earlier ones put there. An item without an id is null.
 */
export function judgeSubmission(
  items: readonly (AvatarId | null)[],
  knownAvatars: ReadonlyMap<string, KnownAvatar>,
  { waitingCount, capacity }: QueueState,
): Judgement[] {
  const queuedIds = new Set<string>()
  return items.map((id): Judgement => {
    if (id === null) return rejection('invalid_id')
    const avatar = knownAvatars.get(id)
    if (avatar?.isBlocked) return rejection('blocked')
    if (avatar?.isQueued || queuedIds.has(id)) return rejection('already_queued')
    if (avatar?.isActive) return rejection(avatar.isWithdrawn ? 'not_listed' : 'already_indexed')
    if (waitingCount + queuedIds.size >= capacity) return rejection('queue_full')
    queuedIds.add(id)
    return { status: 'queued', id, position: waitingCount + queuedIds.size }
  })
}

function rejection(code: RejectionCode): Judgement {
  return { status: 'rejected', code }
}

/** The decision of verification about a submission. */
export type StoredDecision =
  | { state: 'indexed' }
  | { state: 'rejected'; reason: (typeof SUBMISSION_REJECTIONS)[number] }

export function toDecision({ state, reason }: { state: string; reason: string | null }): StoredDecision {
  if (state === 'indexed') return { state }
  return { state: 'rejected', reason: SUBMISSION_REJECTIONS.find(code => code === reason) ?? 'not_public' }
}

/** The facts from which the state of a submission is derived. */
export interface Progress extends Omit<KnownAvatar, 'isQueued'> {
  /** Position in the queue, from 1; null when it is not in the queue. */
  position: number | null
  /** The earliest time of the next lookup; in the past when no lookup failed. */
  dueAtMs: number
  /** The decision about the latest submission; null when there was none, or it was deleted. */
  decision: StoredDecision | null
}

/** The current state of a submitted avatar, or else its last decision; null when nothing is known. */
export function stateWithoutPosition({
  isBlocked,
  isQueued,
  isActive,
  isWithdrawn,
  decision,
}: KnownAvatar & Pick<Progress, 'decision'>): Pick<SubmissionState, 'state' | 'reason'> | null {
  if (isBlocked) return { state: 'rejected', reason: 'blocked' }
  if (isQueued) return { state: 'queued', reason: null }
  if (isActive === true) return { state: 'indexed', reason: isWithdrawn ? 'not_listed' : null }
  if (decision?.state === 'rejected') return { state: 'rejected', reason: decision.reason }
  if (isActive === false) return { state: 'rejected', reason: 'not_public' }
  return null
}

/** Like `stateWithoutPosition`, with the position in the queue. */
export function stateOf(progress: Progress): Pick<SubmissionState, 'state' | 'position' | 'reason'> | null {
  const { position } = progress
  const result = stateWithoutPosition({ ...progress, isQueued: position !== null })
  return result && { ...result, position: result.state === 'queued' ? position : null }
}
