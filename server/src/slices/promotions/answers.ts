import { isoOf } from '../../kernel/days.ts'
import { stateOf } from './placement.ts'
import type { PlacementWithAvatar } from './store.ts'

/** The shapes of `contract/src/promotions.ts`, for HTTP and the command line. */
export function placementAnswer(placement: PlacementWithAvatar, nowMs: number) {
  const { id, kind, subject, weight, startsAtMs, endsAtMs, description, imageUrl, url, avatar } = placement
  const state = stateOf(placement, nowMs)
  return {
    id,
    kind,
    subject,
    state,
    shown: state === 'running' && (kind === 'group' || avatar?.isListed === true),
    weight,
    startsAt: isoOf(startsAtMs),
    endsAt: endsAtMs === null ? null : isoOf(endsAtMs),
    name: kind === 'group' ? placement.name : (avatar?.name ?? ''),
    description,
    imageUrl,
    url,
  }
}

export function staffAnswer({ name, atMs }: { name: string; atMs: number }) {
  return { name, at: isoOf(atMs) }
}
