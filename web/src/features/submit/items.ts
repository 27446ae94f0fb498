import type { RejectionCode, SubmissionState } from '@avatary/contract/submission'
import type { Avatar } from '../../lib/avatar.ts'

/** The fields shown of an avatar that is in the index. */
export type ShownAvatar = Pick<Avatar, 'id' | 'name' | 'authorName' | 'imageUrl' | 'tags'>

export type RejectionReason = Exclude<SubmissionState['reason'], null> | 'invalid_id' | 'submission_not_found'

/** An avatar in the list. */
export type Item = { readonly id: string } & (
  | { readonly state: 'waiting' }
  | { readonly state: 'queued'; readonly position: number | null; readonly etaSeconds: number | null }
  /** `isNew` is false when the avatar was in the index already. */
  | { readonly state: 'indexed'; readonly isNew: boolean; readonly avatar?: ShownAvatar }
  | { readonly state: 'rejected'; readonly reason: RejectionReason }
)

/** The result of one item in the answer to a batch. */
export type Result =
  | { readonly id: string; readonly status: 'queued'; readonly position: number }
  | { readonly id: string; readonly status: 'rejected'; readonly code: RejectionCode }

/** The item after the answer to its submission. If the queue was full, the item keeps waiting. */
export function itemOfResult(result: Result): Item {
  const { id } = result
  if (result.status === 'queued') return { id, state: 'queued', position: result.position, etaSeconds: null }
  switch (result.code) {
    case 'queue_full':
      return { id, state: 'waiting' }
    case 'already_queued':
      return { id, state: 'queued', position: null, etaSeconds: null }
    case 'already_indexed':
      return { id, state: 'indexed', isNew: false }
    default:
      return { id, state: 'rejected', reason: result.code }
  }
}

/** The item after an answer about its state. */
export function itemOfState({ id, state, position, etaSeconds, reason }: SubmissionState): Item {
  if (state === 'queued') return { id, state, position, etaSeconds }
  if (state === 'indexed' && reason === null) return { id, state, isNew: true }
  return { id, state: 'rejected', reason: reason ?? 'not_found' }
}

export interface StateCounts {
  readonly waiting: number
  readonly queued: number
  readonly indexed: number
  readonly rejected: number
}

export function countByState(items: readonly Item[]): StateCounts {
  const counts = { waiting: 0, queued: 0, indexed: 0, rejected: 0 }
  for (const { state } of items) counts[state]++
  return counts
}
