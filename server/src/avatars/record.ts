import type { Performance, Platform } from '@avatary/contract/avatar'

/**
 * What the catalog knows of an avatar, whatever told it: a platform answer, an import line, another index.
 * Text is kept as published; `tags` in published order; `platforms` in contract order.
 */
export interface AvatarFacts {
  /** `avtr_` and a lower-case UUID shape. */
  id: string
  name: string
  description: string
  /** `usr_…`, a legacy 10-character id, or empty when the source did not say. */
  authorId: string
  authorName: string
  /** A URL on one of the platform's image hosts, or empty. */
  imageUrl: string
  tags: readonly string[]
  platforms: readonly Platform[]
  performance: Performance
  /** Creation on the platform, when known. */
  createdAtMs: number | null
  /** Last change on the platform, when known. */
  updatedAtMs: number | null
}

/** A row of the system of record as the read model loads it. */
export interface CatalogRecord extends AvatarFacts {
  /** Row number in the system of record: given once, in order of insertion, never reused. */
  key: number
  aiTags: readonly string[]
  authorVrclUrl: string | null
  addedAtMs: number
  views: number
  likes: number
  /** The platform still serves it publicly. */
  isActive: boolean
  /** Active and neither unlisted nor blocked nor opted out (design: "Index states"). */
  isListed: boolean
}
