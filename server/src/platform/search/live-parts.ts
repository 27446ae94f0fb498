import { bitsetLength, countBits, hasBit, intersectInto } from './bitset.ts'
import { Dictionary } from './dictionary.ts'
import { type FrequentKeys, frequentKeys, type SuggestedDictionary } from './frequent-keys.ts'
import { type BlockedOrder, fixedOrder, movingOrder } from './order-list.ts'
import { type BaseSections, NOBODY } from './sections.ts'
import { type Counts, sharedCopy, sharedUint32 } from './shared.ts'
import { codesOf } from './word-codes.ts'

/** Copies of the base's columns that change without a merge, and the document of each slot. */
export interface LiveParts {
  listedBits: Uint32Array
  listedCount: number
  /** Bits of the listed documents for each platform. */
  listedBitsOn: readonly Uint32Array[]
  views: Counts
  likes: Counts
  /** Number of listed documents for each tag and for each creator. */
  tagCounts: Uint32Array
  creatorCounts: Uint32Array
  /** Number of creators with listed documents. */
  creatorCount: number
  orders: Record<'popular' | 'relevance' | 'name' | 'updated', BlockedOrder>
  docOfSlot: Uint32Array
  /** The inverse of `wordOfCode`. */
  codeOfWord: Uint32Array
  frequentKeys: Record<SuggestedDictionary, FrequentKeys>
}

export function deriveLiveParts(base: BaseSections): LiveParts {
  const length = bitsetLength(base.slots.length)
  const creators = creatorCounts(base)
  return {
    listedBits: sharedCopy(base.listed),
    listedCount: countBits(base.listed, length),
    listedBitsOn: [0, 1, 2].map(i =>
      intersectionWithListed(base, base.platforms.subarray(i * length, (i + 1) * length)),
    ),
    views: sharedCopy(base.views),
    likes: sharedCopy(base.likes),
    tagCounts: sharedCopy(new Dictionary(base.dictionaries.tags, base.slots.length).countListed(base.listed)),
    creatorCounts: creators,
    creatorCount: creators.reduce((sum, count) => sum + Number(count > 0), 0),
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

function creatorCounts({ creatorOf, listed, dictionaries }: BaseSections): Uint32Array {
  const creatorCount = dictionaries.authorIds.offsets.length + dictionaries.authorNames.offsets.length - 2
  const counts = sharedUint32(creatorCount)
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
