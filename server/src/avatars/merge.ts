import { BLANK_VALUES, type ColumnValues, SOURCE_FIELDS, type SourceValues } from './fields.ts'
import type { AvatarPatch, ChangeKind } from './store.ts'

/** The state of an avatar before and after a merge. */
export interface MergedAvatar extends ColumnValues {
  isActive: boolean
  /** Unlisted, blocked or opted out: a merge never changes that. */
  isWithheld: boolean
  /** The platform has answered a lookup of it, so that blank fields are known to be blank. */
  isVerified: boolean
  views: number
  likes: number
}

export type Merge =
  | { kind: 'unchanged' }
  | {
      kind: 'added' | 'updated'
      avatar: MergedAvatar
      /** Changes for the log, in order. */
      changes: ChangeKind[]
      /** A field other than the counters changed. */
      hasNewFacts: boolean
      /** Name or description changed, so tags must be derived again. */
      hasNewText: boolean
      hasNewCounters: boolean
    }

const BLANK: Omit<MergedAvatar, 'id' | 'addedAtMs'> = {
  ...BLANK_VALUES,
  isActive: true,
  isWithheld: false,
  isVerified: false,
  views: 0,
  likes: 0,
}

/** The most that a source may set a counter to; counting on from there stays far below 2^53. */
const LARGEST_COUNT = 10 ** 12

/**
 * Merges what a source says into what is known:
 *
 * - what it does not tell stays: a missing key, an empty author id, an unknown date;
 * - what it tells replaces, an empty list or text as well;
 * - but a source older than what is known (`updatedAtMs`) only fills what is blank;
 * - an answer of the platform replaces whatever the dates say, and a claim only fills what is blank, and of an
 *   avatar that the platform was asked about nothing (`AvatarPatch.authority`);
 * - counters only grow, to 10^12 at most by what is told, and the moment of adding never changes and is never in the future.
 */
export function mergePatch(existing: MergedAvatar | null, patch: AvatarPatch, nowMs: number): Merge {
  const known = existing ?? { ...BLANK, id: patch.id, addedAtMs: Math.min(patch.addedAtMs ?? nowMs, nowMs) }
  const facts = mergeFacts(known, patch)
  const views = Math.max(known.views, Math.min(patch.views ?? 0, LARGEST_COUNT))
  const likes = Math.max(known.likes, Math.min(patch.likes ?? 0, LARGEST_COUNT))
  const hasNewCounters = views !== known.views || likes !== known.likes
  const hasNewFacts = existing === null || isNews(facts, known)
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

type Facts = SourceValues & Pick<MergedAvatar, 'isActive'>

function mergeFacts(known: MergedAvatar, patch: AvatarPatch): Facts {
  const weight = weightOf(known, patch)
  const facts: Partial<Record<keyof SourceValues, unknown>> = {}
  for (const { name, kind, fromSource } of SOURCE_FIELDS) {
    const value = patch[name]
    const isGiven = value !== undefined && !(fromSource === 'unless blank' && kind.isBlank(value))
    const counts = weight === 'replaces' || (weight === 'fills' && kind.isBlank(known[name]))
    facts[name] = isGiven && counts ? kind.normal(value) : known[name]
  }
  const isActive = weight === 'replaces' ? (patch.isActive ?? known.isActive) : known.isActive
  return { ...(facts as SourceValues), isActive }
}

function isNews(facts: Facts, known: MergedAvatar): boolean {
  return (
    facts.isActive !== known.isActive ||
    SOURCE_FIELDS.some(({ name, kind }) => !kind.isSame(facts[name], known[name]))
  )
}

/** The effect of a source's values on known ones. */
function weightOf(
  known: MergedAvatar,
  { authority, updatedAtMs }: AvatarPatch,
): 'replaces' | 'fills' | 'none' {
  if (authority === 'platform') return 'replaces'
  if (authority === 'claim') return known.isVerified ? 'none' : 'fills'
  return (updatedAtMs ?? Number.POSITIVE_INFINITY) < (known.updatedAtMs ?? 0) ? 'fills' : 'replaces'
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
