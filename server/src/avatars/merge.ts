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

const BLANK_AVATAR: Omit<MergedAvatar, 'id' | 'addedAtMs'> = {
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
export function mergePatch(storedAvatar: MergedAvatar | null, patch: AvatarPatch, nowMs: number): Merge {
  const avatar = storedAvatar ?? {
    ...BLANK_AVATAR,
    id: patch.id,
    addedAtMs: Math.min(patch.addedAtMs ?? nowMs, nowMs),
  }
  const facts = mergeFacts(avatar, patch)
  const views = Math.max(avatar.views, Math.min(patch.views ?? 0, MAX_COUNT))
  const likes = Math.max(avatar.likes, Math.min(patch.likes ?? 0, MAX_COUNT))
  const hasNewCounters = views !== avatar.views || likes !== avatar.likes
  const hasNewFacts = storedAvatar === null || areDifferent(facts, avatar)
  if (!hasNewFacts && !hasNewCounters) return { kind: 'unchanged' }
  return {
    kind: storedAvatar === null ? 'added' : 'updated',
    avatar: {
      ...avatar,
      ...facts,
      views,
      likes,
      isVerified: avatar.isVerified || patch.authority === 'platform',
    },
    changes: changeKinds(storedAvatar, facts.isActive, { hasNewFacts, hasNewCounters }),
    hasNewFacts,
    hasNewText:
      storedAvatar === null || facts.name !== avatar.name || facts.description !== avatar.description,
    hasNewCounters,
  }
}

type Facts = SourceValues & Pick<MergedAvatar, 'isActive'>

function mergeFacts(avatar: MergedAvatar, patch: AvatarPatch): Facts {
  const effect = effectOf(avatar, patch)
  const facts: Partial<Record<keyof SourceValues, unknown>> = {}
  for (const { name, kind, fromSource } of SOURCE_FIELDS) {
    const value = patch[name]
    const isGiven = value !== undefined && !(fromSource === 'unless blank' && kind.isBlank(value))
    const applies = effect === 'replaces' || (effect === 'fills' && kind.isBlank(avatar[name]))
    facts[name] = isGiven && applies ? kind.normalise(value) : avatar[name]
  }
  const isActive = effect === 'replaces' ? (patch.isActive ?? avatar.isActive) : avatar.isActive
  return { ...(facts as SourceValues), isActive }
}

function areDifferent(facts: Facts, avatar: MergedAvatar): boolean {
  return (
    facts.isActive !== avatar.isActive ||
    SOURCE_FIELDS.some(({ name, kind }) => !kind.isSame(facts[name], avatar[name]))
  )
}

function effectOf(
  avatar: MergedAvatar,
  { authority, updatedAtMs }: AvatarPatch,
): 'replaces' | 'fills' | 'none' {
  if (authority === 'platform') return 'replaces'
  if (authority === 'external') return avatar.isVerified ? 'none' : 'fills'
  return (updatedAtMs ?? Number.POSITIVE_INFINITY) < (avatar.updatedAtMs ?? 0) ? 'fills' : 'replaces'
}

function changeKinds(
  storedAvatar: MergedAvatar | null,
  isActive: boolean,
  { hasNewFacts, hasNewCounters }: { hasNewFacts: boolean; hasNewCounters: boolean },
): ChangeKind[] {
  if (storedAvatar === null) return ['added']
  const kinds: ChangeKind[] = []
  const changesListing = isActive !== storedAvatar.isActive && !storedAvatar.isWithheld
  if (hasNewFacts) kinds.push(!changesListing ? 'updated' : isActive ? 'shown' : 'hidden')
  if (hasNewCounters) kinds.push('counts')
  return kinds
}
