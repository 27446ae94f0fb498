import { type Performance, PLATFORMS } from '@avatary/contract/avatar'
import type { CatalogRecord } from '../../avatars/index.ts'

/** Most images share this prefix; the store keeps what follows it. */
export const USUAL_IMAGE_PREFIX = 'https://api.vrchat.cloud/api/1/image/file_'
export const IMAGE_PREFIX = Buffer.from(USUAL_IMAGE_PREFIX)

/** Where the avatar id stands in the head. */
export const ID_START = '{"id":"'.length
export const ID_LENGTH = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'.length

export const DATES_LENGTH = '2026-02-25T12:00:49.388Z","updatedAt":"2026-02-25T12:00:49.388Z","views":'.length
export const DATES_LENGTH_WITHOUT_UPDATED = '2026-02-25T12:00:49.388Z","updatedAt":null,"views":'.length

/** Where the second date stands among the dates, when there is one. */
export const UPDATED_START = '2026-02-25T12:00:49.388Z","updatedAt":"'.length
export const UPDATED_END = UPDATED_START + '2026-02-25T12:00:49.388Z'.length

/** What the traits end with. */
export const ADDED_AT = ',"addedAt":"'

export function headJson({ id, name, description }: CatalogRecord): string {
  const { stringify } = JSON
  return `{"id":${stringify(id)},"name":${stringify(name)},"description":${stringify(description)}`
}

export function authorJson({ authorId, authorName, authorVrclUrl }: CatalogRecord): string {
  const { stringify } = JSON
  return `,"authorId":${stringify(authorId)},"authorName":${stringify(authorName)},"authorVrclUrl":${stringify(authorVrclUrl)},"imageUrl":"`
}

/** What is kept of an image: without the usual prefix where it has it. */
export function imageJson(imageUrl: string, isUsual: boolean): string {
  return JSON.stringify(isUsual ? imageUrl.slice(USUAL_IMAGE_PREFIX.length) : imageUrl).slice(1, -1)
}

export function tagsJson({ tags }: CatalogRecord): string {
  return `","tags":${JSON.stringify(tags)}`
}

export function traitsJson({ aiTags, platforms, performance }: CatalogRecord): string {
  const { stringify } = JSON
  return `,"aiTags":${stringify(aiTags)},"platforms":${stringify(platforms)},"performance":${stringify(inOrder(performance))}${ADDED_AT}`
}

export function datesJson({ addedAtMs, updatedAtMs }: CatalogRecord): string {
  const updated = updatedAtMs === null ? 'null' : `"${toIso(updatedAtMs)}"`
  return `${toIso(addedAtMs)}","updatedAt":${updated},"views":`
}

/** Dates have one length, so years outside 0000–9999 are brought to the nearest that has it. */
function toIso(ms: number): string {
  return new Date(Math.min(Math.max(ms, -62167219200000), 253402300799999)).toISOString()
}

function inOrder(performance: Performance): Performance {
  const ordered: Performance = {}
  for (const platform of PLATFORMS) {
    const rating = performance[platform]
    if (rating !== undefined) ordered[platform] = rating
  }
  return ordered
}
