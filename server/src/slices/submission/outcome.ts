import { SUBMISSION_REJECTIONS } from '@avatary/contract/submission'
import type { Outcome } from './rules.ts'

/** Converts a stored decision. */
export function toOutcome({ state, reason }: { state: string; reason: string | null }): Outcome {
  if (state === 'indexed') return { state }
  return { state: 'rejected', reason: SUBMISSION_REJECTIONS.find(known => known === reason) ?? 'not_public' }
}
