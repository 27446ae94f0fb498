import type { JsonObject } from '../../kernel/json-object.ts'
import { type RecordFacts, readCommonFacts, removeBlanks } from './facts.ts'
import { firstPresent } from './fields.ts'
import { readImageUrl } from './image-url.ts'
import { readPerformance, readPlatforms } from './ratings.ts'

/**
 * Items of VRCX providers and lines of crawls: they use the platform's names for some fields, and have no packages.
 * They write empty values for unknown ones, so an empty value is ignored.
 */
export function readFlatFacts(record: JsonObject, nowMs: number): RecordFacts {
  const pictures = [record.thumbnailImageUrl, record.imageUrl, record.thumbnail_image_url, record.image_url]
  return removeBlanks({
    ...readCommonFacts(record, nowMs),
    imageUrl: readImageUrl(...pictures),
    platforms: readPlatforms(firstPresent(record, ['platforms', 'compatibility'])),
    performance: readPerformance(firstPresent(record, ['performance', 'performanceRating'])),
  })
}
