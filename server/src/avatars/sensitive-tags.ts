/** Tags, including derived ones, for which the platform hides an avatar from people under 18. */
export const SENSITIVE_TAGS: readonly string[] = [
  'content_sex',
  'content_adult',
  'content_violence',
  'content_gore',
  'content_horror',
]
