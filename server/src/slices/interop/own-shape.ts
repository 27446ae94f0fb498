import type { JsonObject } from '../../kernel/json-object.ts'
import { type RecordFacts, readCommonFacts } from './facts.ts'
import { readCount, readDate } from './fields.ts'
import { readImageUrl } from './image-url.ts'
import { readPerformance, readPlatforms } from './ratings.ts'

/**
 * Our own shape (spec, "Avatar"): every value replaces the known one, even an empty picture. Derived tags and the
 * creator's profile are ignored, since each index has its own. Exports add `createdAt`, and `isActive` and `isListed`
 * for hidden avatars.
 */
export function readOwnFacts(record: JsonObject, nowMs: number): Required<RecordFacts> {
  return {
    ...readCommonFacts(record, nowMs),
    imageUrl: readImageUrl(record.imageUrl) ?? '',
    platforms: readPlatforms(record.platforms),
    performance: readPerformance(record.performance),
    addedAtMs: readDate(record.addedAt, nowMs),
    views: readCount(record.views),
    likes: readCount(record.likes),
    isActive: record.isActive === false ? false : undefined,
  }
}
