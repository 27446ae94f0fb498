/** Tags by which the platform hides avatars from people under 18, the derived ones among them. */
export const SENSITIVE_TAGS: readonly string[] = [
  'content_sex',
  'content_adult',
  'content_violence',
  'content_gore',
  'content_horror',
]
