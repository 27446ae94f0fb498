import { isObject, type JsonObject } from '../../kernel/json-object.ts'
import type { RecordFacts } from './facts.ts'
import { readTags } from './fields.ts'
import { readFlatFacts } from './flat-shape.ts'

/** The lists in which avtrDB keeps the platform's tags, with the prefix that these tags have on the platform. */
const TAG_PREFIXES = {
  author_tags: 'author_tag_',
  content_tags: 'content_',
  non_content_tags: '',
  system_tags: '',
}

/** An avatar from avtrDB's read API. Its pictures are on a proxy of avtrDB, so they are not used. */
export function readAvtrdbFacts(record: JsonObject, nowMs: number): RecordFacts {
  const tagLists = isObject(record.tags) ? record.tags : {}
  const tags = Object.entries(TAG_PREFIXES).flatMap(([list, prefix]) =>
    (readTags(tagLists[list]) ?? []).map(tag => (tag.startsWith(prefix) ? tag : prefix + tag)),
  )
  return { ...readFlatFacts(record, nowMs), ...(tags.length > 0 && { tags }) }
}
