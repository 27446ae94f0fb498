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
