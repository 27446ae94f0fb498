import type { AvatarPatch } from '../../avatars/index.ts'
import type { SkipReason } from './skip-reasons.ts'

export type Reading =
  | {
      kind: 'patch'
      patch: AvatarPatch
      /** The treatment of an avatar that is not known yet: add it, add it as not active, or skip the record. */
      ifUnknown: 'add' | 'add_hidden' | Extract<SkipReason, 'no_name' | 'not_public'>
    }
  | { kind: 'skip'; reason: SkipReason }
  /** The first line of an export, which is there for people. */
  | { kind: 'header' }

export interface ReadingOptions {
  /** Dates later than a day after this are taken for unknown. */
  nowMs: number
  /**
   * When an added avatar counts as added: at the moment that its record tells (only our own shape does), else now;
   * or when it was created on the platform.
   */
  addedAt: 'kept' | 'created'
}

/** The first field of the first line of an export, by which it is known. */
export const HEADER_FIELD = '_'
