import { CHECK_KEYS, type RoleCheck } from '@avatary/contract/discord'
import { recordOf } from '@avatary/contract/records'
import { DAY_MS, isoOf } from '../../kernel/days.ts'

export type CheckKey = (typeof CHECK_KEYS)[number]

interface CheckResult {
  readonly value: boolean | number
  readonly atMs: number
}

/** Null for a check without a result. */
export type CheckResults = { readonly [Key in CheckKey]: CheckResult | null }

/** For how long a claim about identity or membership is valid (spec, "Limits"). */
const CLAIM_MS = DAY_MS

/** Discord's comparison types (its "Application Role Connection Metadata"). */
const INTEGER_AT_LEAST = 2
const BOOLEAN_EQUAL = 7

interface CheckRule {
  readonly label: string
  readonly description: string
  /** Claims about identity or membership expire; counts do not. */
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
 * Merges new results into the previous ones, which are kept where a source did not answer. A result is cleared 24 hours
 * after its source answered (spec, "States": chat connection).
 */
export function mergeResults(
  results: CheckResults,
  previous: CheckResults | null,
  nowMs: number,
): CheckResults {
  return recordOf(CHECK_KEYS, key => {
    const result = results[key] ?? previous?.[key] ?? null
    return result !== null && result.atMs + CLAIM_MS > nowMs ? result : null
  })
}

/** The time of the oldest answer behind a passing claim; null when no claim passes. */
export function oldestClaimOf(results: CheckResults): number | null {
  const claimTimesMs = CHECK_KEYS.flatMap(key => {
    const result = results[key]
    return RULES[key].isClaim && result?.value === true ? [result.atMs] : []
  })
  return claimTimesMs.length === 0 ? null : Math.min(...claimTimesMs)
}

/** @param results null before the first sync. */
export function checksOf(results: CheckResults | null, nowMs: number): RoleCheck[] {
  return CHECK_KEYS.map(key => {
    const { label, isClaim } = RULES[key]
    const result = results?.[key] ?? null
    const checkedAtMs = result?.atMs ?? null
    const expiresAtMs = isClaim && checkedAtMs !== null ? checkedAtMs + CLAIM_MS : null
    const hasExpired = expiresAtMs !== null && expiresAtMs <= nowMs
    const value = hasExpired ? null : (result?.value ?? null)
    return {
      key,
      label,
      passed: value === true || (typeof value === 'number' && value >= 1),
      value,
      checkedAt: checkedAtMs === null ? null : isoOf(checkedAtMs),
      expiresAt: expiresAtMs === null ? null : isoOf(expiresAtMs),
    }
  })
}

/** The metadata that Discord gets about a person: all values are strings, booleans are digits, unknown is 0. */
export function metadataOf(results: CheckResults): Record<string, string> {
  return recordOf(CHECK_KEYS, key => String(Number(results[key]?.value ?? 0)))
}

/** The metadata fields that an application registers once; Discord accepts at most five. */
export function metadataRecords(): object[] {
  return CHECK_KEYS.map(key => {
    const { label, description } = RULES[key]
    const type = key === 'verified' || key === 'supporter' ? BOOLEAN_EQUAL : INTEGER_AT_LEAST
    return { type, key, name: label, description }
  })
}
