import type { JsonObject } from '../../kernel/json-object.ts'
import { type RecordFacts, readCommonFacts } from './facts.ts'
import { readCount, readDate } from './fields.ts'
import { readImageUrl } from './image-url.ts'
import { readPerformance, readPlatforms } from './ratings.ts'
import type { ReadingOptions } from './reading.ts'

/** Spec, "Avatar". It is the only shape with `addedAt`. */
export function isOwnShape(record: JsonObject): boolean {
  return typeof record.addedAt === 'string'
}

/**
 * Our own shape: every value replaces the known one, even an empty picture. Derived tags and the creator's profile are
 * ignored, since each index has its own. Exports add `createdAt`, and `isActive` and `isListed` for hidden avatars.
 */
export function readOwnFacts(record: JsonObject, options: ReadingOptions): Required<RecordFacts> {
  return {
    ...readCommonFacts(record, options),
    imageUrl: readImageUrl(record.imageUrl) ?? '',
    platforms: readPlatforms(record.platforms),
    performance: readPerformance(record.performance),
    addedAtMs: readDate(record.addedAt, options.nowMs),
    views: readCount(record.views),
    likes: readCount(record.likes),
    isActive: record.isActive === false ? false : undefined,
  }
}

/** True for an avatar that was hidden although the platform serves it. */
export function isWithheld(record: JsonObject): boolean {
  return record.isListed === false && record.isActive !== false
}
