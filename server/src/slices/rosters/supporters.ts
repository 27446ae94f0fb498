import { createHash } from 'node:crypto'
import type { SupporterSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { Member } from './members.ts'
import { oneLine } from './texts.ts'

type Supporter = Static<typeof SupporterSchema>

/** `SUPPORTER_NAMES`: what is published of names, which are often legal ones. */
export type SupporterNames = 'full' | 'first' | 'none'

/** What is kept of members: what is published of them, and how to tell whether somebody is one. */
export interface Supporters {
  /** Those of the dearest tiers first. */
  rows: Supporter[]
  /** Digests of their Discord accounts. */
  accounts: string[]
}

/** As many as `/world/supporters` answers at most. */
const ROWS = 200
const LONGEST_TEXT = 100

/** Whatever is not published of a name is left out before anything is kept. */
export function supportersOf(members: readonly Member[], names: SupporterNames): Supporters {
  const rows = members
    .toSorted((a, b) => b.tierCents - a.tierCents)
    .slice(0, ROWS)
    .map(({ fullName, tier }) => ({
      name: published(oneLine(fullName, LONGEST_TEXT), names),
      tier: oneLine(tier, LONGEST_TEXT),
    }))
  const accounts = members.flatMap(({ discordId }) => (discordId === null ? [] : [accountDigest(discordId)]))
  return { rows, accounts }
}

export function accountDigest(discordId: string): string {
  return createHash('sha256').update(`discord ${discordId}`).digest('base64url')
}

function published(name: string, names: SupporterNames): string {
  if (names === 'none') return ''
  return names === 'full' ? name : (name.split(' ')[0] ?? '')
}
