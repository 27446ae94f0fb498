import { BLANK_VALUES, type ColumnValues, SOURCE_FIELDS, type SourceValues } from './fields.ts'
import type { AvatarPatch, ChangeKind } from './store.ts'

export interface MergedAvatar extends ColumnValues {
  isActive: boolean
  /** True when unlisted, blocked or opted out; a merge never changes that. */
  isWithheld: boolean
  /** True once the platform has answered a lookup: a blank field is then known to be blank. */
  isVerified: boolean
  views: number
  likes: number
}

export type Merge =
  | { kind: 'unchanged' }
  | {
      kind: 'added' | 'updated'
      avatar: MergedAvatar
      /** Changes to log, in order. */
      changes: ChangeKind[]
      /** True when a field other than the counters changed. */
      hasNewFacts: boolean
      /** True when name or description changed, so that tags must be derived again. */
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

/** The highest value a source may set a counter to, so that later events keep it far below 2^53. */
const MAX_COUNT = 10 ** 12

/**
 * Merges the values of a source into the known ones:
 *
 * - a missing key, an empty author id and an unknown date change nothing;
 * - every other value replaces the known one, even if it is an empty list or text;
 * - but a source that is older than the known values (`updatedAtMs`) only fills blank fields;
 * - an answer of the platform replaces values whatever the dates; an external index only fills blank fields, and none
 *   of an avatar about which the platform has answered (`AvatarPatch.authority`);
 * - a source never lowers a counter, and raises it to 10^12 at most;
 * - the date of addition never changes and is never in the future.
 */
export function mergePatch(existing: MergedAvatar | null, patch: AvatarPatch, nowMs: number): Merge {
  const known = existing ?? { ...BLANK, id: patch.id, addedAtMs: Math.min(patch.addedAtMs ?? nowMs, nowMs) }
  const facts = mergeFacts(known, patch)
  const views = Math.max(known.views, Math.min(patch.views ?? 0, MAX_COUNT))
  const likes = Math.max(known.likes, Math.min(patch.likes ?? 0, MAX_COUNT))
  const hasNewCounters = views !== known.views || likes !== known.likes
  const hasNewFacts = existing === null || differ(facts, known)
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
  const effect = effectOf(known, patch)
  const facts: Partial<Record<keyof SourceValues, unknown>> = {}
  for (const { name, kind, fromSource } of SOURCE_FIELDS) {
    const value = patch[name]
    const isGiven = value !== undefined && !(fromSource === 'unless blank' && kind.isBlank(value))
    const applies = effect === 'replaces' || (effect === 'fills' && kind.isBlank(known[name]))
    facts[name] = isGiven && applies ? kind.normal(value) : known[name]
  }
  const isActive = effect === 'replaces' ? (patch.isActive ?? known.isActive) : known.isActive
  return { ...(facts as SourceValues), isActive }
}

function differ(facts: Facts, known: MergedAvatar): boolean {
  return (
    facts.isActive !== known.isActive ||
    SOURCE_FIELDS.some(({ name, kind }) => !kind.isSame(facts[name], known[name]))
  )
}

/** The effect that the values of a source have on the known ones. */
function effectOf(
  known: MergedAvatar,
  { authority, updatedAtMs }: AvatarPatch,
): 'replaces' | 'fills' | 'none' {
  if (authority === 'platform') return 'replaces'
  if (authority === 'external') return known.isVerified ? 'none' : 'fills'
  return (updatedAtMs ?? Number.POSITIVE_INFINITY) < (known.updatedAtMs ?? 0) ? 'fills' : 'replaces'
}

function changeKinds(
  existing: MergedAvatar | null,
  isActive: boolean,
  { hasNewFacts, hasNewCounters }: { hasNewFacts: boolean; hasNewCounters: boolean },
): ChangeKind[] {
  if (existing === null) return ['added']
  const kinds: ChangeKind[] = []
  const changesListing = isActive !== existing.isActive && !existing.isWithheld
  if (hasNewFacts) kinds.push(!changesListing ? 'updated' : isActive ? 'shown' : 'hidden')
  if (hasNewCounters) kinds.push('counts')
  return kinds
}
