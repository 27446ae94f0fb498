import { createAuthors } from './authors.ts'
import { createDescriptionDraw } from './descriptions.ts'
import { zipf } from './distributions.ts'
import { createNameDraw } from './names.ts'
import { createPlatformShape } from './platform-shape.ts'
import { Random } from './random.ts'
import type { DatasetRecord } from './record.ts'
import { drawDates, drawImageVersion, drawPerformance, drawPlatforms, drawTags } from './traits.ts'
import { createWordDraws } from './word-draws.ts'

const RECORD_STREAM = 1
const API = 'https://api.vrchat.cloud/api/1'
/** Number of authors per avatar; many of them are never drawn. */
const AUTHORS_PER_AVATAR = 0.4

export interface DatasetOptions {
  /** Number of records, on which the number of authors depends. */
  size: number
  /** Default 1. */
  seed?: number
  /** Newest date, in milliseconds since the epoch. */
  now: number
}

/** A synthetic catalog without data of real people. */
export interface Dataset {
  readonly size: number
  /** @param index in [0, n); with equal options, equal indexes give equal records. */
  record(index: number): DatasetRecord
  /** The record in the shape of the platform's API. */
  platformRecord(index: number): object
}

/**
 * Creates a synthetic catalog with the distributions of real ones: languages and scripts, base models, fancy letters,
 * look-alike punctuation, shared names, avatars per author, tags, platforms, ratings and dates.
 */
export function createDataset({ size, seed = 1, now }: DatasetOptions): Dataset {
  const words = createWordDraws()
  const drawAuthor = zipf(Math.max(1, Math.ceil(size * AUTHORS_PER_AVATAR)), { exponent: 0.86, shift: 10 })
  const authorOf = createAuthors(seed, words)
  const drawName = createNameDraw(words)
  const drawDescription = createDescriptionDraw(words)
  const platformShape = createPlatformShape(seed)
  const random = new Random()

  const record = (index: number): DatasetRecord => {
    random.startAt(seed, RECORD_STREAM, index)
    const id = `avtr_${random.uuid()}`
    const author = authorOf(drawAuthor(random))
    const platforms = drawPlatforms(random, author)
    const performance = drawPerformance(random, platforms)
    const name = drawName(random, author)
    const description = drawDescription(random, author, name)
    const tags = drawTags(random, author, platforms)
    const { createdAtMs, updatedAtMs } = drawDates(random, now)
    const file = `file_${random.uuid()}/${drawImageVersion(random)}`
    const hasImage = !random.chance(0.012)
    return {
      id,
      name,
      description,
      authorId: author.id,
      authorName: author.name,
      imageUrl: hasImage ? `${API}/file/${file}/file` : '',
      thumbnailImageUrl: hasImage ? `${API}/image/${file}/256` : '',
      tags,
      releaseStatus: random.chance(0.985) ? 'public' : 'private',
      platforms,
      performance,
      created_at: new Date(createdAtMs).toISOString(),
      updated_at: new Date(updatedAtMs).toISOString(),
    }
  }
  return { size, record, platformRecord: index => platformShape(record(index), index) }
}
