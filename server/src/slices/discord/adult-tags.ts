import { SENSITIVE_TAGS } from '../../avatars/index.ts'

/**
 * Tags, in normal form, of avatars that are only shown in age-restricted channels: those that the platform hides from
 * people under 18, including derived ones, and words that creators use for the same.
 */
export const ADULT_TAGS: readonly string[] = [
  ...SENSITIVE_TAGS,
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
