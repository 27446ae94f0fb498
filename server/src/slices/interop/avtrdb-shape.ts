import { isObject, type JsonObject } from '../../kernel/json-object.ts'
import type { RecordFacts } from './facts.ts'
import { readTags } from './fields.ts'
import { readFlatFacts } from './flat-shape.ts'
import type { ReadingOptions } from './reading.ts'

/** Tags of the platform by the list that avtrDB keeps them in, with the prefix that they have there. */
const PREFIXES = {
  author_tags: 'author_tag_',
  content_tags: 'content_',
  non_content_tags: '',
  system_tags: '',
}

/** An avatar of avtrDB's read API. Its pictures are its own proxy's, so they are not taken. */
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
