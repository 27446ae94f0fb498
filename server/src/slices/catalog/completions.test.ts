import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexDocument } from '../../../tests/support/search/index-document.ts'
import { createReferenceIndex } from '../../../tests/support/search/reference-index.ts'
import type { CatalogQuery } from '../../avatars/index.ts'
import { completions } from './completions.ts'

/** A view of avatars with these words and tags, and the tags that were searched. */
function viewOf(...avatars: readonly { words?: string[]; tags?: string[] }[]) {
  const index = createReferenceIndex()
  for (const [slot, { words = ['avatar'], tags = [] }] of avatars.entries())
    index.put(slot, indexDocument(slot, { fields: [words], tags }))
  const searchedTags: string[] = []
  const view = {
    search: (query: CatalogQuery) => {
      if (query.tags.length > 0) searchedTags.push(query.tags.join())
      return index.search(query)
    },
    textsBeginningWith: index.textsBeginningWith.bind(index),
    read: () => assert.fail('no creator is completed'),
  }
  return { view, searchedTags }
}

describe('completions', () => {
  it('have terms in the order of what they find, also where the last word is excluded', () => {
    const fox = { words: ['cat', 'fox'] }
    const { view } = viewOf(fox, fox, fox, { words: ['cat', 'fog'] })
    assert.deepEqual(completions(view, 'cat fo', 8).terms, [
      { term: 'cat fox', count: 3 },
      { term: 'cat fog', count: 1 },
    ])
    assert.deepEqual(completions(view, 'cat -fo', 8).terms, [
      { term: 'cat -fog', count: 3 },
      { term: 'cat -fox', count: 1 },
    ])
  })

  it('count each known word of a script without spaces once, for terms and tags together', () => {
    const { view, searchedTags } = viewOf({ words: ['ね', 'こ'], tags: ['cat'] }, { tags: ['cat'] })
    const { tags } = completions(view, 'ね', 8)
    assert.deepEqual(tags, [{ tag: 'cat', count: 2 }])
    assert.ok(searchedTags.length > 1)
    assert.deepEqual(searchedTags, [...new Set(searchedTags)])
  })
})
