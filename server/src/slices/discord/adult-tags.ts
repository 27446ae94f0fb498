import { SENSITIVE_TAGS } from '../../avatars/index.ts'

/**
 * Tags, in normal form, of avatars that only age-restricted channels show: those that the platform gates for people
 * under 18, the derived ones, and the words of creators for the same.
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
