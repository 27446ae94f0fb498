import type { PlacementKind, PlacementState } from '@avatary/contract/promotions'
import { type FieldProblem, problemOf } from '../../kernel/answer.ts'

export interface NewPlacement {
  kind: PlacementKind
  /** Avatar or group id. */
  subject: string
  weight: number
  /** Whole seconds, like `endsAtMs`, so that an answer shared for a second never outlives a placement. */
  startsAtMs: number
  /** Null means until it is removed. */
  endsAtMs: number | null
  /** Name, description, image and page of a group; empty for an avatar, which is shown as in the catalog. */
  name: string
  description: string
  imageUrl: string
  url: string
}

export interface Placement extends NewPlacement {
  /** Increases with each placement. */
  id: number
}

/** Settings of a placement. Absent ones get the default, or keep their value. */
export type PlacementSettings = Partial<Omit<NewPlacement, 'kind' | 'subject'>>

export interface PlacementRefusal extends FieldProblem {
  readonly kind: 'refused'
}

const GROUP_FIELDS = ['name', 'description', 'imageUrl', 'url'] as const
const SECOND_MS = 1000
/** RFC 3339 only allows years of four digits. */
const MIN_TIME_MS = Date.parse('0000-01-01T00:00:00Z')
const MAX_TIME_MS = Date.parse('9999-12-31T23:59:59Z')

/** Makes a placement. By default it starts now, runs until it is removed, and has weight 0. */
export function newPlacement(
  { kind, id }: { kind: PlacementKind; id: string },
  settings: PlacementSettings,
  nowMs: number,
): { kind: 'ok'; placement: NewPlacement } | PlacementRefusal {
  const blankTexts = { name: '', description: '', imageUrl: '', url: '' }
  const defaults = { kind, subject: id, weight: 0, startsAtMs: nowMs, endsAtMs: null, ...blankTexts }
  return applySettings(defaults, settings)
}

export function applySettings(
  placement: NewPlacement,
  settings: PlacementSettings,
): { kind: 'ok'; placement: NewPlacement } | PlacementRefusal {
  const groupField = GROUP_FIELDS.find(field => settings[field] !== undefined)
  if (placement.kind === 'avatar' && groupField !== undefined)
    return refusal(groupField, 'is for groups: an avatar is shown as the catalog has it.')
  const result: NewPlacement = { ...placement, ...settings }
  const startsAtMs = floorToSecond(result.startsAtMs)
  const endsAtMs = result.endsAtMs === null ? null : floorToSecond(result.endsAtMs)
  if (!hasValidYear(startsAtMs)) return refusal('startsAt', 'must be in a year from 0000 to 9999, in UTC.')
  if (endsAtMs !== null && !hasValidYear(endsAtMs))
    return refusal('endsAt', 'must be in a year from 0000 to 9999, in UTC.')
  if (endsAtMs !== null && endsAtMs <= startsAtMs)
    return refusal('endsAt', 'must be at least a second after `startsAt`.')
  if (result.kind === 'group' && result.name.trim() === '')
    return refusal('name', 'must be given for a group.')
  const url = result.kind === 'group' && result.url === '' ? groupPageUrl(result.subject) : result.url
  return { kind: 'ok', placement: { ...result, name: result.name.trim(), url, startsAtMs, endsAtMs } }
}

export function stateOf(
  { startsAtMs, endsAtMs }: Pick<NewPlacement, 'startsAtMs' | 'endsAtMs'>,
  nowMs: number,
): PlacementState {
  if (endsAtMs !== null && endsAtMs <= nowMs) return 'ended'
  return startsAtMs <= nowMs ? 'running' : 'upcoming'
}

/** The running placements in display order, each subject once. */
export function runningOf<Item extends NewPlacement>(placements: readonly Item[], nowMs: number): Item[] {
  const subjects = new Map<string, Item>()
  for (const placement of placements) {
    if (stateOf(placement, nowMs) !== 'running' || subjects.has(placement.subject)) continue
    subjects.set(placement.subject, placement)
  }
  return [...subjects.values()]
}

function floorToSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS
}

function hasValidYear(ms: number): boolean {
  return ms >= MIN_TIME_MS && ms <= MAX_TIME_MS
}

function groupPageUrl(id: string): string {
  return `https://vrchat.com/home/group/${id}`
}

/** @param words the rest of the sentence, after the name of the field. */
export function refusal(field: string, words: string): PlacementRefusal {
  return { kind: 'refused', ...problemOf(field, words) }
}
