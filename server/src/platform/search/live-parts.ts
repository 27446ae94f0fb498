import { bitsetLength, countBits, hasBit, intersectInto } from './bitset.ts'
import { Dictionary } from './dictionary.ts'
import { type FrequentKeys, frequentKeys, type SuggestedDictionary } from './frequent-keys.ts'
import { type BlockedOrder, fixedOrder, movingOrder } from './order-list.ts'
import { type BaseSections, NOBODY } from './sections.ts'
import { type Counts, sharedCopy, sharedUint32 } from './shared.ts'
import { codesOf } from './word-codes.ts'

/** Copies of the base's columns that change without a merge, and what follows from all of its columns. */
export interface LiveParts {
  listedBits: Uint32Array
  listedCount: number
  /** Bits of the listed documents for each platform. */
  listedBitsByPlatform: readonly Uint32Array[]
  views: Counts
  likes: Counts
  /** Number of listed documents for each tag and for each author. */
  tagCounts: Uint32Array
  authorCounts: Uint32Array
  /** Number of authors with listed documents. */
  authorCount: number
  orders: Record<'popular' | 'relevance' | 'name' | 'updated', BlockedOrder>
  docOfSlot: Uint32Array
  /** The code of each word in `forward`, the inverse of `wordOfCode`. */
  codeOfWord: Uint32Array
  frequentKeys: Record<SuggestedDictionary, FrequentKeys>
}

export function deriveLiveParts(base: BaseSections): LiveParts {
  const length = bitsetLength(base.slots.length)
  const authors = authorCounts(base)
  return {
    listedBits: sharedCopy(base.listed),
    listedCount: countBits(base.listed, length),
    listedBitsByPlatform: [0, 1, 2].map(i =>
      intersectionWithListed(base, base.platforms.subarray(i * length, (i + 1) * length)),
    ),
    views: sharedCopy(base.views),
    likes: sharedCopy(base.likes),
    tagCounts: sharedCopy(new Dictionary(base.dictionaries.tags, base.slots.length).countListed(base.listed)),
    authorCounts: authors,
    authorCount: authors.reduce((sum, count) => sum + Number(count > 0), 0),
    orders: {
      popular: movingOrder(base.popularOrder),
      relevance: movingOrder(base.scoreOrder),
      name: fixedOrder(base.nameOrder),
      updated: fixedOrder(base.updatedOrder),
    },
    docOfSlot: docsOfSlots(base.slots),
    codeOfWord: codesOf(base.wordOfCode),
    frequentKeys: frequentKeys(base),
  }
}

function intersectionWithListed({ listed }: BaseSections, bits: Uint32Array): Uint32Array {
  const listedPlatformBits = sharedUint32(bits.length)
  intersectInto(listedPlatformBits, bits, listed, bits.length)
  return listedPlatformBits
}

function authorCounts({ creatorOf, listed, dictionaries }: BaseSections): Uint32Array {
  const authorCount = dictionaries.authorIds.offsets.length + dictionaries.authorNames.offsets.length - 2
  const counts = sharedUint32(authorCount)
  for (let doc = 0; doc < creatorOf.length; doc++) {
    if (creatorOf[doc] !== NOBODY && hasBit(listed, doc)) counts[creatorOf[doc]!]!++
  }
  return counts
}

function docsOfSlots(slots: Uint32Array): Uint32Array {
  const docs = sharedUint32(slots.length)
  for (let doc = 0; doc < slots.length; doc++) docs[slots[doc]!] = doc
  return docs
}
