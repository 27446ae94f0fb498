import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogQuery, indexDocument } from '../../../tests/support/search/index-document.ts'
import { createReferenceIndex } from '../../../tests/support/search/reference-index.ts'
import { NO_TEXT } from '../../avatars/empty-query.ts'
import type { IndexDocument } from '../../avatars/search-port.ts'
import { createLiveIndex } from './live-index.ts'

const DOCUMENTS = 40_000
/** Number of documents that are put after the merge. */
const LATER = 200
const LIMIT = 24

/** Words of descriptions, by the share of documents that have them: nearly all, one in 10, one in 100. */
const WORDS = { frequent: 1, dense: 10, sparse: 100 }
/** Among this many documents with a word, one also has a tag of the same name. */
const TAGGED = [2, 90, 5000, DOCUMENTS]

function documentAt(slot: number, tagged: number): IndexDocument {
  const description = Object.entries(WORDS).flatMap(([word, every]) => (slot % every === 0 ? [word] : []))
  const tags = description.filter(word => (slot / WORDS[word as keyof typeof WORDS]) % tagged === 1)
  const fields = [['name'], ...tags.map(tag => [tag])]
  const views = (slot * 7919) % 1009
  return indexDocument(slot, { fields, nameFields: 1, description, tags, views, addedAtMs: slot })
}

for (const tagged of TAGGED) {
  test(`pages by relevance are those of all matches when one in ${tagged} has the word in its tags`, async () => {
    await using index = createLiveIndex()
    const reference = createReferenceIndex()
    const put = (slot: number) => {
      for (const one of [index, reference]) one.put(slot, documentAt(slot, tagged))
    }
    for (let slot = 0; slot < DOCUMENTS; slot++) put(slot)
    await index.mergeAll()
    for (let slot = DOCUMENTS; slot < DOCUMENTS + LATER; slot++) put(slot)
    for (const [word, every] of Object.entries(WORDS)) {
      const text = { ...NO_TEXT, words: [word] }
      const relevance = { nameKeys: [], authorTokens: null, text: { ...text, skipsDescription: true } }
      const query = catalogQuery({ text, relevance, sort: 'relevance', limit: LIMIT })
      const all = reference.search({ ...query, limit: DOCUMENTS + LATER })
      const tier = Math.floor(DOCUMENTS / every / tagged)
      for (const offset of [0, 300, Math.max(0, tier - 5), tier + 300]) {
        const expected = { ...all, slots: all.slots.slice(offset, offset + LIMIT) }
        assert.deepEqual(index.search({ ...query, offset }), expected, `${word} from ${offset}`)
      }
    }
  })
}
