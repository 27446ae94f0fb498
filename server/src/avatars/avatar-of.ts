import type { Avatar } from '@avatary/contract/avatar'
import type { CatalogRecord } from './record.ts'

/** An avatar of the system of record as the interface answers it (spec, "Avatar"). */
export function avatarOf(record: CatalogRecord): Avatar {
  const { updatedAtMs } = record
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    authorId: record.authorId,
    authorName: record.authorName,
    authorVrclUrl: record.authorVrclUrl,
    imageUrl: record.imageUrl,
    tags: [...record.tags],
    aiTags: [...record.aiTags],
    platforms: [...record.platforms],
    performance: record.performance,
    addedAt: new Date(record.addedAtMs).toISOString(),
    updatedAt: updatedAtMs === null ? null : new Date(updatedAtMs).toISOString(),
    views: record.views,
    likes: record.likes,
  }
}
