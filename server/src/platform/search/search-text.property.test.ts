import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PLATFORMS, type Platform } from '@avatary/contract/avatar'
import fc from 'fast-check'
import {
  allHold,
  fieldsOf,
  hasPhrase,
  plainSequence,
  records,
  sequence,
  textOf,
  wordsIn,
} from '../../../tests/support/search/text-parts.ts'
import { analyse } from '../../avatars/analyse.ts'
import type { CatalogRecord } from '../../avatars/record.ts'
import { catalogQuery, type SearchParameters } from '../../slices/catalog/search.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b)
const nameOf = ({ name }: CatalogRecord): string => wordsIn(name).join(' ')
/** An avatar that is half a year younger ranks equal with half of the views. */
const scoreOf = ({ views, addedAtMs }: CatalogRecord): number =>
  Math.log2(views + 1) + addedAtMs / (182 * 24 * 60 * 60 * 1000)
type Order = (a: CatalogRecord, b: CatalogRecord) => number
const recent: Order = (a, b) => b.addedAtMs - a.addedAtMs || byText(b.id, a.id)
const ORDERS: Record<SearchParameters['sort'], Order> = {
  recent,
  oldest: (a, b) => recent(b, a),
  name: (a, b) =>
    Number(nameOf(a) === '') - Number(nameOf(b) === '') || byText(nameOf(a), nameOf(b)) || recent(a, b),
  popular: (a, b) => b.views - a.views || b.likes - a.likes || recent(a, b),
  updated: (a, b) => (b.updatedAtMs ?? -1) - (a.updatedAtMs ?? -1) || recent(a, b),
  relevance: (a, b) => scoreOf(b) - scoreOf(a) || recent(a, b),
}

/** The tier of a match for wanted words and phrases; 0 is the best. */
function tierOf(wanted: readonly (readonly string[])[], matched: CatalogRecord): number {
  const { name, creator, tags } = fieldsOf(matched)
  const text = wanted.flat().join(' ')
  if (name.join(' ') === text) return 0
  if (name.join(' ').startsWith(text)) return 1
  const upTo = [[name], [name, creator], [name, creator, ...tags]]
  const found = upTo.findIndex(fields => wanted.every(words => hasPhrase(fields, words)))
  if (found === 0) return 2
  if (creator.join(' ') === text) return 3
  return found === -1 ? 6 : 3 + found
}

async function indexOf(all: readonly CatalogRecord[], merges: boolean): Promise<LiveIndex> {
  const index = createLiveIndex()
  for (const [slot, one] of all.entries()) index.put(slot, analyse(one))
  if (merges) await index.mergeAll()
  return index
}

const paging = fc.record({ offset: fc.nat(5), limit: fc.integer({ min: 1, max: 30 }) })
const sort = fc.constantFrom(...(Object.keys(ORDERS) as SearchParameters['sort'][]))
const filtered = fc.option(fc.constantFrom(...PLATFORMS), { nil: undefined })

function assertFinds(
  index: LiveIndex,
  parameters: SearchParameters,
  expected: readonly CatalogRecord[],
  all: readonly CatalogRecord[],
): void {
  const { offset, limit } = parameters
  const { total, slots } = index.search(catalogQuery(parameters))
  const ids = expected.slice(offset, offset + limit).map(({ id }) => id)
  assert.deepEqual({ total, ids: slots.map(slot => all[slot]!.id) }, { total: expected.length, ids })
}

const listedOn = (all: readonly CatalogRecord[], platform: Platform | undefined) =>
  all.filter(one => one.isListed && (platform === undefined || one.platforms.includes(platform)))

describe('a search text finds what its documentation says, in every order', () => {
  it('with qualifiers, exclusions, alternatives and groups', async () => {
    const orders = sort.filter(one => one !== 'relevance')
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.boolean(),
        fc.array(fc.tuple(sequence, orders, filtered, paging), { minLength: 8, maxLength: 8 }),
        async (all, merges, asked) => {
          await using index = await indexOf(all, merges)
          for (const [items, by, platform, page] of asked) {
            const q = items.map(textOf).join(' ')
            if (q.length > 200) continue
            const matches = listedOn(all, platform).filter(one => allHold(items, one, platform ?? null))
            const parameters = { q, sort: by, ...(platform && { platform }), ...page }
            assertFinds(index, parameters, matches.sort(ORDERS[by]), all)
          }
        },
      ),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('by relevance, with words, phrases, qualifiers and exclusions', async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.boolean(),
        fc.array(fc.tuple(plainSequence, paging), {
          minLength: 8,
          maxLength: 8,
        }),
        async (all, merges, asked) => {
          await using index = await indexOf(all, merges)
          for (const [items, page] of asked) {
            const wanted = items.flatMap(part => (part.kind === 'words' ? [part.words] : []))
            const tier = (one: CatalogRecord) => (wanted.length === 0 ? 0 : tierOf(wanted, one))
            const matches = listedOn(all, undefined).filter(one => allHold(items, one, null))
            matches.sort((a, b) => tier(a) - tier(b) || ORDERS.relevance(a, b))
            assertFinds(index, { q: items.map(textOf).join(' '), sort: 'relevance', ...page }, matches, all)
          }
        },
      ),
      { numRuns: 100, endOnFailure: true },
    )
  })
})
