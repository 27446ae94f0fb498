import { type Performance, PLATFORMS, type Platform } from '@avatary/contract/avatar'
import type { AvatarFacts } from './record.ts'
import { storable } from './storable.ts'
import type { AvatarPatch, ChangeKind } from './store.ts'

/** What a merge needs to know of an avatar, and what it makes. */
export interface MergedAvatar extends AvatarFacts {
  isActive: boolean
  /** Unlisted, blocked or opted out: a merge never changes that. */
  isWithheld: boolean
  /** The platform itself was asked at some time: what is blank then is known to be. */
  isVerified: boolean
  addedAtMs: number
  views: number
  likes: number
}

export type Merge =
  | { kind: 'unchanged' }
  | {
      kind: 'added' | 'updated'
      avatar: MergedAvatar
      /** What goes into the log, in this order. */
      changes: ChangeKind[]
      /** Something besides the counters is new. */
      hasNewFacts: boolean
      /** Name or description is new, so tags must be derived again. */
      hasNewText: boolean
      hasNewCounters: boolean
    }

const BLANK: Omit<MergedAvatar, 'id' | 'addedAtMs'> = {
  name: '',
  description: '',
  authorId: '',
  authorName: '',
  imageUrl: '',
  tags: [],
  platforms: [],
  performance: {},
  createdAtMs: null,
  updatedAtMs: null,
  isActive: true,
  isWithheld: false,
  isVerified: false,
  views: 0,
  likes: 0,
}

/** Far above any true count, and far enough below 2^53 that counting on never leaves the exact whole numbers. */
const MOST_TOLD = 10 ** 12

/**
 * What a source says, laid over what is known:
 *
 * - what it does not tell stays: a missing key, an empty author id, an unknown date;
 * - what it tells replaces, an empty list or text as well;
 * - but a source older than what is known (`updatedAtMs`) only fills what is blank;
 * - the platform's own word replaces whatever the dates say, and a mere claim only fills what is blank, and of an
 *   avatar that the platform was asked about nothing (`AvatarPatch.authority`);
 * - counters only grow, to 10^12 at most by what is told, and the moment of adding never changes and is never in the future.
 */
export function mergePatch(existing: MergedAvatar | null, patch: AvatarPatch, nowMs: number): Merge {
  const known = existing ?? { ...BLANK, id: patch.id, addedAtMs: Math.min(patch.addedAtMs ?? nowMs, nowMs) }
  const facts = mergeFacts(known, patch)
  const views = Math.max(known.views, Math.min(patch.views ?? 0, MOST_TOLD))
  const likes = Math.max(known.likes, Math.min(patch.likes ?? 0, MOST_TOLD))
  const hasNewCounters = views !== known.views || likes !== known.likes
  const hasNewFacts = existing === null || FACTS.some(fact => !isSame(facts[fact], known[fact]))
  if (!hasNewFacts && !hasNewCounters) return { kind: 'unchanged' }
  return {
    kind: existing === null ? 'added' : 'updated',
    avatar: {
      ...known,
      ...facts,
      views,
      likes,
      isVerified: known.isVerified || patch.authority === 'platform',
    },
    changes: changeKinds(existing, facts.isActive, { hasNewFacts, hasNewCounters }),
    hasNewFacts,
    hasNewText: existing === null || facts.name !== known.name || facts.description !== known.description,
    hasNewCounters,
  }
}

type Facts = Omit<AvatarFacts, 'id'> & { isActive: boolean }

const FACTS = [
  'name',
  'description',
  'authorId',
  'authorName',
  'imageUrl',
  'tags',
  'platforms',
  'performance',
  'createdAtMs',
  'updatedAtMs',
  'isActive',
] as const satisfies (keyof Facts)[]

function mergeFacts(known: MergedAvatar, patch: AvatarPatch): Facts {
  const weight = weightOf(known, patch)
  const take = <T>(old: T, told: T | undefined, isBlank: boolean): T =>
    told !== undefined && (weight === 'replaces' || (weight === 'fills' && isBlank)) ? told : old
  const text = (old: string, told: string | undefined) =>
    take(old, told === undefined ? told : storable(told), old === '')
  const tags = patch.tags?.map(storable)
  return {
    name: text(known.name, patch.name),
    description: text(known.description, patch.description),
    authorId: text(known.authorId, patch.authorId || undefined),
    authorName: text(known.authorName, patch.authorName),
    imageUrl: text(known.imageUrl, patch.imageUrl),
    tags: take(known.tags, tags, known.tags.length === 0),
    platforms: take(
      known.platforms,
      patch.platforms && inOrder(patch.platforms),
      known.platforms.length === 0,
    ),
    performance: take(known.performance, patch.performance, Object.keys(known.performance).length === 0),
    createdAtMs: take(known.createdAtMs, patch.createdAtMs ?? undefined, known.createdAtMs === null),
    updatedAtMs: take(known.updatedAtMs, patch.updatedAtMs ?? undefined, known.updatedAtMs === null),
    isActive: take(known.isActive, patch.isActive, false),
  }
}

/** What a source's word does to what is known. */
function weightOf(
  known: MergedAvatar,
  { authority, updatedAtMs }: AvatarPatch,
): 'replaces' | 'fills' | 'none' {
  if (authority === 'platform') return 'replaces'
  if (authority === 'claim') return known.isVerified ? 'none' : 'fills'
  return (updatedAtMs ?? Number.POSITIVE_INFINITY) < (known.updatedAtMs ?? 0) ? 'fills' : 'replaces'
}

function inOrder(platforms: readonly Platform[]): Platform[] {
  return PLATFORMS.filter(platform => platforms.includes(platform))
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => item === b[i])
  return isPerformance(a) && isPerformance(b) && PLATFORMS.every(platform => a[platform] === b[platform])
}

function isPerformance(value: unknown): value is Performance {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function changeKinds(
  existing: MergedAvatar | null,
  isActive: boolean,
  { hasNewFacts, hasNewCounters }: { hasNewFacts: boolean; hasNewCounters: boolean },
): ChangeKind[] {
  if (existing === null) return ['added']
  const kinds: ChangeKind[] = []
  const moves = isActive !== existing.isActive && !existing.isWithheld
  if (hasNewFacts) kinds.push(!moves ? 'updated' : isActive ? 'shown' : 'hidden')
  if (hasNewCounters) kinds.push('counts')
  return kinds
}
