import { hash } from 'node:crypto'
import type { SupporterSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { Member } from './members.ts'
import { toOneLine } from './texts.ts'

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
const MAX_ROWS = 200
const MAX_TEXT_CHARACTERS = 100

/** The unpublished part of a name is removed before anything is stored. */
export function supportersOf(members: readonly Member[], publishedPart: SupporterNames): Supporters {
  const rows = members
    .toSorted((a, b) => b.tierCents - a.tierCents)
    .slice(0, MAX_ROWS)
    .map(({ fullName, tier }) => ({
      name: publishedPartOf(toOneLine(fullName, MAX_TEXT_CHARACTERS), publishedPart),
      tier: toOneLine(tier, MAX_TEXT_CHARACTERS),
    }))
  const accounts = members.flatMap(({ discordId }) => (discordId === null ? [] : [accountDigest(discordId)]))
  return { rows, accounts }
}

export function accountDigest(discordId: string): string {
  return hash('sha256', `discord ${discordId}`, 'base64url')
}

function publishedPartOf(name: string, publishedPart: SupporterNames): string {
  if (publishedPart === 'none') return ''
  return publishedPart === 'full' ? name : (name.split(' ')[0] ?? '')
}
