import { isObject, type JsonObject } from '../../kernel/json-object.ts'
import type { RecordFacts } from './facts.ts'
import { readTags } from './fields.ts'
import { readFlatFacts } from './flat-shape.ts'
import type { ReadingOptions } from './reading.ts'

/** The lists in which avtrDB keeps the platform's tags, with the prefix that these tags have on the platform. */
const PREFIXES = {
  author_tags: 'author_tag_',
  content_tags: 'content_',
  non_content_tags: '',
  system_tags: '',
}

/** An avatar from avtrDB's read API. Its pictures are on a proxy of avtrDB, so they are not used. */
export function isAvtrdbShape(record: JsonObject): boolean {
  return typeof record.vrc_id === 'string'
}

export function readAvtrdbFacts(record: JsonObject, options: ReadingOptions): RecordFacts {
  const lists = isObject(record.tags) ? record.tags : {}
  const tags = Object.entries(PREFIXES).flatMap(([list, prefix]) =>
    (readTags(lists[list]) ?? []).map(tag => (tag.startsWith(prefix) ? tag : prefix + tag)),
  )
  return { ...readFlatFacts(record, options), ...(tags.length > 0 && { tags }) }
}
