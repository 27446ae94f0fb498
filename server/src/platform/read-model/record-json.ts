import { type Performance, PLATFORMS } from '@avatary/contract/avatar'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import type { CatalogRecord } from '../../slices/catalog/record.ts'

/** Most images share this prefix; the store keeps what follows it. */
export const USUAL_IMAGE_PREFIX = 'https://api.vrchat.cloud/api/1/image/file_'
export const IMAGE_PREFIX = Buffer.from(USUAL_IMAGE_PREFIX)

/** Where the avatar id stands in the head. */
export const ID_START = '{"id":"'.length
export const ID_LENGTH = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'.length

export const DATES_LENGTH = '2026-02-25T12:00:49.388Z","updatedAt":"2026-02-25T12:00:49.388Z","views":'.length
export const DATES_LENGTH_WITHOUT_UPDATED = '2026-02-25T12:00:49.388Z","updatedAt":null,"views":'.length

export function writeHead(out: JsonWriter, record: CatalogRecord): JsonWriter {
  out.ascii('{"id":').json(record.id)
  return out.ascii(',"name":').json(record.name).ascii(',"description":').json(record.description)
}

export function writeAuthor(out: JsonWriter, record: CatalogRecord): JsonWriter {
  out.ascii(',"authorId":').json(record.authorId).ascii(',"authorName":').json(record.authorName)
  return out.ascii(',"authorVrclUrl":').json(record.authorVrclUrl).ascii(',"imageUrl":"')
}

export function writeTraits(out: JsonWriter, record: CatalogRecord): JsonWriter {
  out.ascii(',"aiTags":').json(record.aiTags).ascii(',"platforms":').json(record.platforms)
  return out.ascii(',"performance":').json(inOrder(record.performance)).ascii(',"addedAt":"')
}

export function writeDates(out: JsonWriter, record: CatalogRecord): void {
  const updated = record.updatedAtMs === null ? 'null' : `"${toIso(record.updatedAtMs)}"`
  out.ascii(`${toIso(record.addedAtMs)}","updatedAt":${updated},"views":`)
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
