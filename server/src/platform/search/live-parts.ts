import { hasBit } from './bitset.ts'
import { Field } from './field.ts'
import { type FrequentKeys, frequentKeys, type SuggestedField } from './frequent-keys.ts'
import { type BlockedOrder, blockedOrder, fixedBlocks } from './order-list.ts'
import { type BaseSections, NOBODY } from './sections.ts'
import { sharedCopy, sharedUint32 } from './shared.ts'

/** Copies of the columns of a base that change without a merge, and the document of each slot. */
export interface LiveParts {
  listed: Uint32Array
  views: Float64Array
  likes: Float64Array
  /** Number of listed documents of each tag and of each creator. */
  tagCounts: Uint32Array
  creatorCounts: Uint32Array
  popular: BlockedOrder
  byScore: BlockedOrder
  nameBlockOf: Uint16Array | Uint32Array
  updatedBlockOf: Uint16Array | Uint32Array
  docOfSlot: Uint32Array
  frequent: Record<SuggestedField, FrequentKeys>
}

export function deriveLive(base: BaseSections): LiveParts {
  return {
    listed: sharedCopy(base.listed),
    views: sharedCopy(base.views),
    likes: sharedCopy(base.likes),
    tagCounts: sharedCopy(new Field(base.fields.tags, base.slots.length).countListed(base.listed)),
    creatorCounts: creatorCounts(base),
    popular: blockedOrder(base.popularOrder),
    byScore: blockedOrder(base.scoreOrder),
    nameBlockOf: fixedBlocks(base.nameOrder),
    updatedBlockOf: fixedBlocks(base.updatedOrder),
    docOfSlot: docOfSlot(base.slots),
    frequent: frequentKeys(base),
  }
}

function creatorCounts({ creatorOf, listed, fields }: BaseSections): Uint32Array {
  const creators = fields.authorIds.offsets.length + fields.authorNames.offsets.length - 2
  const counts = sharedUint32(creators)
  for (let doc = 0; doc < creatorOf.length; doc++) {
    if (creatorOf[doc] !== NOBODY && hasBit(listed, doc)) counts[creatorOf[doc]!]!++
  }
  return counts
}

function docOfSlot(slots: Uint32Array): Uint32Array {
  const docs = sharedUint32(slots.length)
  for (let doc = 0; doc < slots.length; doc++) docs[slots[doc]!] = doc
  return docs
}
