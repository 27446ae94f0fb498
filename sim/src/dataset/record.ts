import type { Performance, Platform } from '@avatary/contract/avatar'

/** A record of a crawl of the platform, which is one line of an import file. */
export interface DatasetRecord {
  id: string
  name: string
  description: string
  authorId: string
  authorName: string
  imageUrl: string
  thumbnailImageUrl: string
  tags: string[]
  releaseStatus: 'public' | 'private'
  platforms: Platform[]
  performance: Performance
  created_at: string
  updated_at: string
}
