import { hash } from 'node:crypto'
import type { SupporterSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { Member } from './members.ts'
import { oneLine } from './texts.ts'

type Supporter = Static<typeof SupporterSchema>

/** `SUPPORTER_NAMES`: the part of names to publish, because they are often legal names. */
export type SupporterNames = 'full' | 'first' | 'none'

/** The stored data about members: what is published, and digests that prove membership. */
export interface Supporters {
  /** Most expensive tiers first. */
  rows: Supporter[]
  /** Digests of the members' Discord accounts. */
  accounts: string[]
}

/** The limit of `/world/supporters`. */
const ROWS = 200
const MAX_TEXT = 100

/** The unpublished part of a name is removed before anything is stored. */
export function supportersOf(members: readonly Member[], names: SupporterNames): Supporters {
  const rows = members
    .toSorted((a, b) => b.tierCents - a.tierCents)
    .slice(0, ROWS)
    .map(({ fullName, tier }) => ({
      name: publishedName(oneLine(fullName, MAX_TEXT), names),
      tier: oneLine(tier, MAX_TEXT),
    }))
  const accounts = members.flatMap(({ discordId }) => (discordId === null ? [] : [accountDigest(discordId)]))
  return { rows, accounts }
}

export function accountDigest(discordId: string): string {
  return hash('sha256', `discord ${discordId}`, 'base64url')
}

function publishedName(name: string, names: SupporterNames): string {
  if (names === 'none') return ''
  return names === 'full' ? name : (name.split(' ')[0] ?? '')
}
