import type { AvatarPatch } from '../../avatars/index.ts'

/** Reasons to skip a record: a code for programs, and the rest of a sentence for people. */
export const SKIP_REASONS = {
  not_json: 'is not complete, valid JSON',
  bad_utf8: 'is not valid UTF-8',
  too_long: 'is longer than 1 MB',
  not_an_object: 'is not a JSON object',
  no_id: 'has no avatar id',
  invalid_id: 'has an id that is not avtr_ and a UUID',
  id_only: 'has an id and nothing else',
  no_name: 'has no name, and the avatar is not known yet',
  not_public: 'is not public, and the avatar is not known',
} as const

export type SkipReason = keyof typeof SKIP_REASONS

/** The result of reading a record. */
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
