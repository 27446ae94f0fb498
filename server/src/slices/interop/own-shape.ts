import type { JsonObject } from '../../kernel/json-object.ts'
import { type RecordFacts, readCommonFacts } from './facts.ts'
import { readCount, readDate } from './fields.ts'
import { readImageUrl } from './image-url.ts'
import { readPerformance, readPlatforms } from './ratings.ts'
import type { ReadingOptions } from './reading.ts'

/** Spec, "Avatar": the one shape with `addedAt`. */
export function isOwnShape(record: JsonObject): boolean {
  return typeof record.addedAt === 'string'
}

/**
 * Our own shape: whatever stands there replaces, an empty picture too. Derived tags and the creator's profile are not
 * taken: each index has its own. Exports add `createdAt` and, for hidden avatars, `isActive` and `isListed`.
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

/** True for an avatar that was kept from view though the platform serves it. */
export function isWithheld(record: JsonObject): boolean {
  return record.isListed === false && record.isActive !== false
}
