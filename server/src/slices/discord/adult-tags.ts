/**
 * Tags of avatars that are shown in age-restricted channels alone, in normal form: those by which the platform keeps
 * avatars from people under 18, the derived ones, and what creators write for the same.
 */
export const ADULT_TAGS: readonly string[] = [
  'content_sex',
  'content_adult',
  'content_violence',
  'content_gore',
  'content_horror',
  'nsfw',
  'dps',
  'sps',
  'adult',
  'erp',
  'hentai',
  'lewd',
  'nude',
  'r18',
  'r_18',
  '18+',
  '+18',
]
