import { type Performance, PLATFORMS, type Platform, RATINGS } from '@avatary/contract/avatar'
import { isListed, type ListingState } from './listing-state.ts'
import type { MergedAvatar } from './merge.ts'
import type { CatalogRecord } from './record.ts'
import type { AvatarTable } from './tables.sql.ts'

/** A row of `avatars` with its counters, as both readers and writers select it. */
export type AvatarRow = Omit<AvatarTable, 'key' | 'ai_tags_version' | 'verified_at_ms'> & {
  key: number
  views: number | null
  likes: number | null
}

/** A row as a merge writes it; whether its owner unlisted it is only set for a new one. */
export type WrittenRow = Omit<AvatarTable, 'key' | 'verified_at_ms'>

/** The columns that decide whether an avatar is listed. */
export type FlagColumns = Pick<AvatarTable, 'is_active' | 'is_unlisted' | 'is_blocked' | 'is_opted_out'>

export function toListingState(row: FlagColumns): ListingState {
  return {
    isActive: row.is_active === 1,
    isUnlisted: row.is_unlisted === 1,
    isBlocked: row.is_blocked === 1,
    isOptedOut: row.is_opted_out === 1,
  }
}

export function toRecord(row: AvatarRow & { vrcl_url: string | null }): CatalogRecord {
  const state = toListingState(row)
  return {
    key: row.key,
    id: row.id,
    name: row.name,
    description: row.description,
    authorId: row.author_id,
    authorName: row.author_name,
    authorVrclUrl: row.vrcl_url,
    imageUrl: row.image_url,
    tags: parseList(row.tags),
    aiTags: parseList(row.ai_tags),
    platforms: unpackPlatforms(row.platforms),
    performance: unpackPerformance(row.performance),
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    addedAtMs: row.added_at_ms,
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    isActive: state.isActive,
    isListed: isListed(state),
  }
}

export function toMerged(row: AvatarRow & { verified_at_ms: number | null }): MergedAvatar {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    authorId: row.author_id,
    authorName: row.author_name,
    imageUrl: row.image_url,
    tags: parseList(row.tags),
    platforms: unpackPlatforms(row.platforms),
    performance: unpackPerformance(row.performance),
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    addedAtMs: row.added_at_ms,
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    isActive: row.is_active === 1,
    isWithheld: (row.is_unlisted | row.is_blocked | row.is_opted_out) !== 0,
    isVerified: row.verified_at_ms !== null,
  }
}

/** How tags are derived from what an avatar says of itself. */
export interface AiTagging {
  deriveAiTags: (name: string, description: string) => readonly string[]
  /** Grows with the vocabulary. */
  aiTagsVersion: number
}

/** Tags derived from name and description, as stored, and the vocabulary they come from. */
export interface DerivedTags {
  aiTags: string
  aiTagsVersion: number
}

/** What withholds an avatar, besides the platform. */
export type Withholding = Omit<ListingState, 'isActive'>

export function toWritten(avatar: MergedAvatar, derived: DerivedTags, withholding: Withholding): WrittenRow {
  return {
    id: avatar.id,
    name: avatar.name,
    description: avatar.description,
    author_id: avatar.authorId,
    author_name: avatar.authorName,
    image_url: avatar.imageUrl,
    tags: formatList(avatar.tags),
    ai_tags: derived.aiTags,
    ai_tags_version: derived.aiTagsVersion,
    platforms: packPlatforms(avatar.platforms),
    performance: packPerformance(avatar.performance),
    is_active: Number(avatar.isActive),
    created_at_ms: avatar.createdAtMs,
    updated_at_ms: avatar.updatedAtMs,
    added_at_ms: avatar.addedAtMs,
    is_unlisted: Number(withholding.isUnlisted),
    is_blocked: Number(withholding.isBlocked),
    is_opted_out: Number(withholding.isOptedOut),
  }
}

const EMPTY: readonly string[] = Object.freeze([])

function parseList(json: string): readonly string[] {
  return json === '[]' ? EMPTY : (JSON.parse(json) as string[])
}

export function formatList(items: readonly string[]): string {
  return items.length === 0 ? '[]' : JSON.stringify(items)
}

/** Bit 0 pc, bit 1 quest, bit 2 ios. */
function packPlatforms(platforms: readonly Platform[]): number {
  let bits = 0
  for (const platform of platforms) bits |= 1 << PLATFORMS.indexOf(platform)
  return bits
}

const PLATFORM_LISTS = Array.from({ length: 1 << PLATFORMS.length }, (_, bits) =>
  Object.freeze(PLATFORMS.filter((_, i) => bits & (1 << i))),
)

export function unpackPlatforms(bits: number): readonly Platform[] {
  return PLATFORM_LISTS[bits]!
}

const RATING_BITS = 3
const RATING_MASK = (1 << RATING_BITS) - 1

/** Three bits a platform, pc lowest: 0 unknown, else one more than the place among the ratings, best first. */
function packPerformance(performance: Performance): number {
  let bits = 0
  for (const [i, platform] of PLATFORMS.entries()) {
    const rating = performance[platform]
    if (rating !== undefined) bits |= (RATINGS.indexOf(rating) + 1) << (RATING_BITS * i)
  }
  return bits
}

function unpackPerformance(bits: number): Performance {
  const performance: Performance = {}
  for (const [i, platform] of PLATFORMS.entries()) {
    const rating = RATINGS[((bits >> (RATING_BITS * i)) & RATING_MASK) - 1]
    if (rating !== undefined) performance[platform] = rating
  }
  return performance
}
