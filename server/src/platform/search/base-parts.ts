import type { FieldCache } from './field.ts'
import type { LiveParts } from './live-parts.ts'
import { FixedOrder } from './order-list.ts'
import type { BaseSections, FieldName } from './sections.ts'
import type { SetCache } from './set-cache.ts'

const NOTHING = new Uint32Array(0)

/** The sections without the columns that `live` has copies of. */
export function withoutMoving(sections: BaseSections): BaseSections {
  return {
    ...sections,
    listed: NOTHING,
    views: NOTHING,
    likes: NOTHING,
    popularOrder: NOTHING,
    scoreOrder: NOTHING,
  }
}

export function cachedIn(cache: SetCache): Record<FieldName, FieldCache> {
  return {
    words: { cache, name: 'word' },
    tags: { cache, name: 'tag' },
    authorIds: { cache, name: 'author id' },
    authorNames: { cache, name: 'author name' },
  }
}

/** The orders that do not depend on counters. */
export function fixedOrders(sections: BaseSections, parts: LiveParts) {
  return {
    name: new FixedOrder(sections.nameOrder, parts.nameBlockOf),
    updated: new FixedOrder(sections.updatedOrder, parts.updatedBlockOf),
  }
}
