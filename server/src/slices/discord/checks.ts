import { CHECK_KEYS } from '@avatary/contract/discord'

export type CheckKey = (typeof CHECK_KEYS)[number]

/** What a source said, and when it did, in ms. */
export interface Known {
  readonly value: boolean | number
  readonly atMs: number
}

/** What is known about a person; null where nothing is. */
export type Checked = { readonly [Key in CheckKey]: Known | null }

/** As `/discord/status` tells it (design, "Discord checks"). */
export interface Check {
  readonly key: CheckKey
  readonly label: string
  readonly passed: boolean
  readonly value: boolean | number | null
  /** ISO 8601. */
  readonly checkedAt: string | null
  readonly expiresAt: string | null
}

/** How long a claim about identity or membership holds (spec, "Limits"). */
const CLAIM_MS = 24 * 3_600_000

/** Discord's kinds of comparison (its "Application Role Connection Metadata"). */
const INTEGER_AT_LEAST = 2
const BOOLEAN_EQUAL = 7

interface CheckRule {
  readonly label: string
  readonly description: string
  /** Claims are about who somebody is, and expire; counts are of the index itself. */
  readonly isClaim: boolean
}

const RULES: { readonly [Key in CheckKey]: CheckRule } = {
  verified: {
    label: 'Verified creator',
    description: 'Has a platform account verified on the community profile',
    isClaim: true,
  },
  supporter: {
    label: 'Supporter',
    description: 'Is an active member on the membership platform',
    isClaim: true,
  },
  listed_avatars: { label: 'Listed avatars', description: 'Own avatars in the index', isClaim: false },
  total_views: { label: 'Total views', description: 'Views of all own avatars', isClaim: false },
  saved_avatars: { label: 'Saved avatars', description: 'Avatars in the collection', isClaim: false },
}

/**
 * What is held after the checks were read: of a source that does not answer, what it said before. A claim holds for
 * 24 hours after its source answered, then it is cleared (spec, "States": chat connection).
 */
export function checkedOf(read: Checked, before: Checked | null, nowMs: number): Checked {
  const entries = CHECK_KEYS.map(key => {
    const known = read[key] ?? before?.[key] ?? null
    return [key, known !== null && known.atMs + CLAIM_MS > nowMs ? known : null]
  })
  return Object.fromEntries(entries) as Checked
}

/** When the oldest answer was given that somebody passes a claim by; null when they pass none. */
export function oldestClaimOf(checked: Checked): number | null {
  const passed = CHECK_KEYS.filter(key => RULES[key].isClaim && checked[key]?.value === true)
  return passed.length === 0 ? null : Math.min(...passed.map(key => checked[key]!.atMs))
}

/** The five checks; nothing is known of them before the first sync, nor of claims that have expired. */
export function checksOf(checked: Checked | null, nowMs: number): Check[] {
  return CHECK_KEYS.map(key => {
    const { label, isClaim } = RULES[key]
    const known = checked?.[key] ?? null
    const checkedAtMs = known?.atMs ?? null
    const expiresAtMs = isClaim && checkedAtMs !== null ? checkedAtMs + CLAIM_MS : null
    const hasExpired = expiresAtMs !== null && expiresAtMs <= nowMs
    const value = hasExpired ? null : (known?.value ?? null)
    return {
      key,
      label,
      passed: value === true || (typeof value === 'number' && value >= 1),
      value,
      checkedAt: timeOf(checkedAtMs),
      expiresAt: timeOf(expiresAtMs),
    }
  })
}

/** What Discord is told of one person: every value a text, booleans as digits; nothing known is nothing there. */
export function metadataOf(checked: Checked): Record<string, string> {
  return Object.fromEntries(CHECK_KEYS.map(key => [key, String(Number(checked[key]?.value ?? 0))]))
}

/** The records that an application registers once; five are the most that Discord takes. */
export function metadataRecords(): object[] {
  return CHECK_KEYS.map(key => {
    const { label, description } = RULES[key]
    const type = key === 'verified' || key === 'supporter' ? BOOLEAN_EQUAL : INTEGER_AT_LEAST
    return { type, key, name: label, description }
  })
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
