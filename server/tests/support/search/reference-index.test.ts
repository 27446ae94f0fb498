import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogSort, IndexDocument, SearchIndex } from '../../../src/avatars/search-port.ts'
import { catalogQuery, indexDocument, type QueryParts } from './index-document.ts'
import { createReferenceIndex } from './reference-index.ts'

const DOCUMENTS: readonly Partial<IndexDocument>[] = [
  {
    fields: [['red', 'fox'], ['mai'], ['fox', 'ears']],
    tags: ['fox', 'dps'],
    authorId: 'usr_a',
    authorName: 'mai',
    nameKey: 'red fox',
    platforms: 0b001,
    addedAtMs: 30,
    views: 5,
    likes: 1,
  },
  {
    fields: [['foxy', 'lady'], ['mai']],
    tags: ['dps'],
    authorId: 'usr_b',
    authorName: 'mai',
    nameKey: 'foxy lady',
    platforms: 0b011,
    addedAtMs: 10,
    views: 5,
    likes: 2,
  },
  {
    fields: [['狐', '雪']],
    extraWords: ['狐雪'],
    authorName: 'abcdefghij',
    nameKey: '',
    platforms: 0b110,
    addedAtMs: 30,
    views: 9,
    likes: 0,
  },
  {
    fields: [['fox', 'red', 'fox', 'ears']],
    tags: ['ears'],
    authorId: 'abcdefghij',
    nameKey: 'Red',
    addedAtMs: 20,
    views: 5,
    likes: 1,
  },
  { fields: [['red', 'fox']], tags: ['fox'], authorId: 'usr_hidden', isListed: false },
]

function filledIndex(): SearchIndex {
  const index = createReferenceIndex()
  for (const [slot, parts] of DOCUMENTS.entries()) index.put(slot, indexDocument(slot, parts))
  return index
}

const idOf = (slot: number): string => indexDocument(slot).id

const CASES: readonly [name: string, query: Parameters<typeof catalogQuery>[0], slots: number[]][] = [
  ['an empty query finds all listed documents', {}, [2, 0, 3, 1]],
  ['a word matches whole', { text: { words: ['fox'] } }, [0, 3]],
  ['all words must match, in whatever field', { text: { words: ['ears', 'mai'] } }, [0]],
  ['an extra word is a word', { text: { words: ['狐雪'] } }, [2]],
  ['a prefix matches starts of words', { text: { prefix: 'fox' } }, [0, 3, 1]],
  ['a prefix matches starts of extra words', { text: { prefix: '狐雪' } }, [2]],
  ['word and prefix may be the same word', { text: { words: ['fox'], prefix: 'fox' } }, [0, 3]],
  ['a phrase is in one field, in order', { text: { phrases: [['red', 'fox']] } }, [0, 3]],
  ['a phrase may start after a false start', { text: { phrases: [['fox', 'ears']] } }, [0, 3]],
  ['a phrase does not span fields', { text: { phrases: [['fox', 'mai']] } }, []],
  ['a phrase does not reach past the end', { text: { phrases: [['lady', 'lady']] } }, []],
  [
    'every phrase must match',
    {
      text: {
        phrases: [
          ['red', 'fox'],
          ['fox', 'red'],
        ],
      },
    },
    [3],
  ],
  ['a word can be excluded', { text: { notWords: ['fox'] } }, [2, 1]],
  ['a phrase can be excluded', { text: { words: ['fox'], notPhrases: [['fox', 'red']] } }, [0]],
  ['a tag can be excluded', { text: { notTags: ['dps', 'ears'] } }, [2]],
  ['an avatar id finds that avatar', { text: { avatarIds: [idOf(1)] } }, [1]],
  ['avatar ids find those avatars', { text: { avatarIds: [idOf(0), idOf(9), idOf(1)] } }, [0, 1]],
  ['an avatar id does not find a hidden avatar', { text: { avatarIds: [idOf(4)] } }, []],
  ['an avatar id respects the filters', { text: { avatarIds: [idOf(0)] }, platform: 'quest' }, []],
  ['an author id in the text finds the author', { text: { authorId: 'usr_b' } }, [1]],
  ['a text of nothing searchable finds nothing', { text: { matchesNothing: true } }, []],
  ['author by id', { author: { kind: 'id', id: 'usr_a' } }, [0]],
  ['author by name finds all of that name', { author: { kind: 'name', foldedName: 'mai' } }, [0, 1]],
  [
    'author by id or name finds both',
    { author: { kind: 'id-or-name', id: 'abcdefghij', foldedName: 'abcdefghij' } },
    [2, 3],
  ],
  ['tag', { tags: ['dps'] }, [0, 1]],
  ['tag does not match words', { tags: ['red'] }, []],
  ['platform', { platform: 'quest' }, [2, 1]],
  ['platform is one bit of several', { platform: 'ios' }, [2]],
  ['oldest is recent reversed', { sort: 'oldest' }, [1, 3, 0, 2]],
  ['name by code units, empty last', { sort: 'name' }, [3, 1, 0, 2]],
  ['popular by views, likes, then newest', { sort: 'popular' }, [2, 1, 0, 3]],
]

for (const [name, query, slots] of CASES) {
  test(`finds: ${name}`, () => {
    assert.deepEqual(filledIndex().search(catalogQuery(query)), { total: slots.length, slots })
  })
}

test('a page is a slice of the matches and total counts them all', () => {
  const index = filledIndex()
  assert.deepEqual(index.search(catalogQuery({ offset: 1, limit: 2 })), { total: 4, slots: [0, 3] })
  assert.deepEqual(index.search(catalogQuery({ offset: 3, limit: 2 })), { total: 4, slots: [1] })
  assert.deepEqual(index.search(catalogQuery({ offset: 9, limit: 2 })), { total: 4, slots: [] })
  assert.deepEqual(index.search(catalogQuery({ limit: 0 })), { total: 4, slots: [] })
})

test('equal names are ordered newest first, and otherwise equal documents by id, whatever their slots', () => {
  const index = createReferenceIndex()
  for (const [slot, id] of [1, 2, 0].entries())
    index.put(slot, indexDocument(slot, { id: idOf(id), nameKey: 'same' }))
  const slots = (sort: CatalogSort): number[] => [...index.listedSlots(sort)]
  assert.deepEqual(slots('name'), [1, 0, 2])
  assert.deepEqual(slots('popular'), [1, 0, 2])
  assert.deepEqual(slots('recent'), [1, 0, 2])
  assert.deepEqual(slots('oldest'), [2, 0, 1])
  index.put(2, indexDocument(2, { id: idOf(0), nameKey: 'same', addedAtMs: 1 }))
  assert.deepEqual(slots('name'), [2, 1, 0])
})

test('descriptions and pairs of characters are searched unless the query skips them', () => {
  const index = createReferenceIndex()
  const documents: Partial<IndexDocument>[] = [
    { fields: [['red', 'fox']] },
    { fields: [['wolf']], description: ['red', 'fox'] },
    { fields: [['fox'], ['red']], extraWords: ['狐雪'], description: ['狐', '雪'] },
  ]
  for (const [slot, parts] of documents.entries()) index.put(slot, indexDocument(slot, parts))
  const found = (text: QueryParts['text']) =>
    [true, false].map(skipsDescription => {
      const query = catalogQuery({ text: { ...text, skipsDescription }, sort: 'oldest' })
      return index.search(query).slots
    })
  assert.deepEqual(found({ words: ['red'] }), [
    [0, 2],
    [0, 1, 2],
  ])
  assert.deepEqual(found({ prefix: 'fo' }), [
    [0, 2],
    [0, 1, 2],
  ])
  assert.deepEqual(found({ phrases: [['red', 'fox']] }), [[0], [0, 1]])
  assert.deepEqual(found({ notWords: ['red'] }), [[1], []])
  assert.deepEqual(found({ notPhrases: [['red', 'fox']] }), [[1, 2], [2]])
  assert.deepEqual(found({ words: ['狐雪'] }), [[], [2]])
})

test('a put replaces the document of the slot', () => {
  const index = filledIndex()
  index.put(0, indexDocument(0, { fields: [['cat']], tags: ['cat'] }))
  assert.deepEqual(index.search(catalogQuery({ text: { words: ['ears'] } })).slots, [3])
  assert.deepEqual(index.search(catalogQuery({ text: { words: ['cat'] } })).slots, [0])
  assert.deepEqual(index.search(catalogQuery({ tags: ['dps'] })).slots, [1])
  assert.equal(index.size, 5)
})

test('a hidden document is in no result, and listed again it is in all', () => {
  const index = filledIndex()
  index.setListed(0, false)
  assert.equal(index.isListed(0), false)
  assert.deepEqual(index.search(catalogQuery({ text: { words: ['fox'] } })), { total: 1, slots: [3] })
  assert.deepEqual([...index.listedSlots('recent')], [2, 3, 1])
  assert.deepEqual(index.counts(), { listed: 3, creators: 3 })
  assert.equal(index.slotOf(idOf(0)), 0)
  index.setListed(0, true)
  assert.deepEqual([...index.listedSlots('recent')], [2, 0, 3, 1])
})

test('changed counters change the popular order', () => {
  const index = filledIndex()
  index.setCounters(3, 5, 7)
  assert.deepEqual([...index.listedSlots('popular')], [2, 3, 1, 0])
})

test('counts and tags count listed documents only', () => {
  const index = filledIndex()
  assert.deepEqual(index.counts(), { listed: 4, creators: 4 })
  assert.deepEqual(index.topTags(2), [
    { tag: 'dps', count: 2 },
    { tag: 'ears', count: 1 },
  ])
  assert.equal(index.topTags(9).length, 3)
})

test('a document without author id and name has no creator', () => {
  const index = createReferenceIndex()
  index.put(0, indexDocument(0))
  index.put(1, indexDocument(1, { authorName: 'mai' }))
  index.put(2, indexDocument(2, { authorName: 'mai' }))
  index.put(3, indexDocument(3, { authorId: 'mai' }))
  assert.deepEqual(index.counts(), { listed: 4, creators: 2 })
})

test('ids have slots, listed or not', () => {
  const index = filledIndex()
  assert.equal(index.slotOf(idOf(4)), 4)
  assert.equal(index.slotOf('avtr_unknown'), -1)
  assert.equal(index.isListed(4), false)
  assert.equal(index.isListed(99), false)
})

test('a slot that is not in use is an error', () => {
  const index = filledIndex()
  assert.throws(() => index.put(6, indexDocument(6)), RangeError)
  assert.throws(() => index.setListed(5, true), RangeError)
  assert.throws(() => index.setCounters(5, 1, 1), RangeError)
})
