import type { AvatarPatch } from '../../avatars/index.ts'
import type { SkipReason } from './skip-reasons.ts'

export type Reading =
  | {
      kind: 'patch'
      patch: AvatarPatch
      /** Treatment of an avatar that is not known yet: add it, add it as inactive, or skip the record for a reason. */
      ifUnknown: 'add' | 'add_hidden' | Extract<SkipReason, 'no_name' | 'not_public'>
    }
  | { kind: 'skip'; reason: SkipReason }
  /** The first line of an export, which is informative only. */
  | { kind: 'header' }

export interface ReadingOptions {
  /** Dates more than a day after this are treated as unknown. */
  nowMs: number
  /**
   * `kept`: an avatar counts as added at the time in its record (only our own shape has one), or else now; `created`:
   * when it was created on the platform.
   */
  addedAt: 'kept' | 'created'
}

/** The first field of the first line of an export, by which it is recognised. */
export const HEADER_FIELD = '_'
