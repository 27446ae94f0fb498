import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idOf } from '../../../tests/store/fixtures.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import {
  type ExternalAnswer,
  type ExternalIndexKind,
  newestRequest,
  readExternalAnswer,
  searchRequest,
} from './external-answer.ts'

const NOW = Date.UTC(2026, 10, 21)
const FILE = 'file_9849762e-8080-434d-b598-ce6f7d76b3d1'
const PICTURE = `https://api.vrchat.cloud/api/1/image/${FILE}/3/256`

const VRCX_ROW = {
  id: idOf(1),
  name: 'Fox',
  description: 'red',
  authorId: 'usr_9a9b9c9d-0000-4000-8000-000000000001',
  authorName: 'ann',
  imageUrl: `https://api.vrchat.cloud/api/1/file/${FILE}/3/file`,
  thumbnailImageUrl: '',
  created_at: '2023-04-07T00:04:38.907Z',
  updated_at: '0001-01-01T00:00:00.0000000Z',
  releaseStatus: 'public',
}
const AVTRDB_ROW = {
  vrc_id: idOf(1),
  name: 'Fox',
  description: 'red',
  author: { vrc_id: VRCX_ROW.authorId, name: 'ann' },
  created_at: '2023-04-07T00:04:38.907Z',
  updated_at: '2024-01-02T03:04:05.000Z',
  image_url: `https://thumb.avtrdb.com/${idOf(1)}`,
  compatibility: ['android', 'pc'],
  performance: { pc_rating: 'VeryPoor', android_rating: null, ios_rating: null, has_impostor: false },
  styles: { primary: null, secondary: null },
  tags: { author_tags: ['fox'], content_tags: ['sex'], non_content_tags: [] },
  explicit: true,
}

const ok = (value: unknown): UpstreamAnswer => ({ kind: 'ok', status: 200, value })
const read = (indexKind: ExternalIndexKind, value: unknown) => readExternalAnswer(indexKind, ok(value), NOW)
function assertFound(answer: ExternalAnswer) {
  assert.ok(answer.kind === 'found', JSON.stringify(answer))
  return answer
}
const readRow = (row: unknown) => assertFound(read('vrcx', [row])).patches[0]

describe('a row', () => {
  it('of a provider is read without marking it as public', () => {
    assert.deepEqual(assertFound(read('vrcx', [VRCX_ROW])), {
      kind: 'found',
      patches: [
        {
          id: idOf(1),
          name: 'Fox',
          description: 'red',
          authorId: VRCX_ROW.authorId,
          authorName: 'ann',
          imageUrl: PICTURE,
          createdAtMs: Date.UTC(2023, 3, 7, 0, 4, 38, 907),
        },
      ],
    })
  })

  it('of avtrDB has the names of the platform for tags and ratings, and no picture', () => {
    assert.deepEqual(assertFound(read('avtrdb', { avatars: [AVTRDB_ROW], has_more: true })), {
      kind: 'found',
      patches: [
        {
          id: idOf(1),
          name: 'Fox',
          description: 'red',
          authorId: VRCX_ROW.authorId,
          authorName: 'ann',
          tags: ['author_tag_fox', 'content_sex'],
          platforms: ['pc', 'quest'],
          performance: { pc: 'Very Poor' },
          createdAtMs: Date.UTC(2023, 3, 7, 0, 4, 38, 907),
          updatedAtMs: Date.UTC(2024, 0, 2, 3, 4, 5),
        },
      ],
    })
  })

  it("only has a picture from the platform's hosts", () => {
    for (const url of [
      'https://pictures.example/a.png',
      'javascript:1',
      'https://api.vrchat.cloud@evil.example/a.png',
      7,
    ]) {
      const patch = readRow({ ...VRCX_ROW, imageUrl: url, thumbnailImageUrl: url })
      assert.equal(patch?.imageUrl, undefined)
    }
  })

  it('cannot set counters or the time of addition', () => {
    const own = { addedAt: '2020-01-01T00:00:00.000Z', views: 5000, likes: 70 }
    const patch = readRow({ ...VRCX_ROW, ...own })!
    assert.deepEqual(
      ['views', 'likes', 'addedAtMs', 'isActive'].filter(name => name in patch),
      [],
    )
  })

  const PRIVATE: Record<string, unknown>[] = [
    { releaseStatus: 'private' },
    { releaseStatus: 'hidden' },
    { releaseStatus: 'PUBLIC?' },
    { isPrivate: true },
    { is_private: true },
    { private: true },
    { addedAt: '2020-01-01T00:00:00.000Z', isActive: false },
    { addedAt: '2020-01-01T00:00:00.000Z', isListed: false },
  ]
  for (const claim of PRIVATE)
    it(`that says ${JSON.stringify(claim)} is skipped`, () => {
      assert.deepEqual(assertFound(read('vrcx', [{ ...VRCX_ROW, ...claim }])).patches, [])
    })

  const WRONG_ID = [undefined, null, 7, '', 'fox', [idOf(1)], { id: idOf(1) }, `${idOf(1)}0`]
  for (const id of WRONG_ID)
    it(`with ${JSON.stringify(id)} as id is skipped`, () =>
      assert.equal(readRow({ ...VRCX_ROW, id }), undefined))

  for (const row of [null, 7, 'fox', [], [VRCX_ROW], true])
    it(`that is ${JSON.stringify(row)?.slice(0, 20)} is skipped`, () => assert.equal(readRow(row), undefined))

  for (const name of [undefined, null, 7, '', ' ', ['Fox']])
    it(`with ${JSON.stringify(name)} as name is skipped`, () =>
      assert.equal(readRow({ ...VRCX_ROW, name }), undefined))

  const FIELDS = Object.keys({ ...VRCX_ROW, ...AVTRDB_ROW })
  for (const field of FIELDS.filter(name => !/^(id|vrc_id|name|releaseStatus)$/.test(name))) {
    for (const wrong of [7, null, true, {}, [], [[7]], { a: {} }]) {
      it(`with ${JSON.stringify(wrong)} as ${field} is read without it`, () => {
        const rows = { vrcx: { ...VRCX_ROW, [field]: wrong }, avtrdb: { ...AVTRDB_ROW, [field]: wrong } }
        for (const indexKind of ['vrcx', 'avtrdb'] as const) {
          const [patch] = assertFound(read(indexKind, [rows[indexKind]])).patches
          assert.deepEqual([patch?.id, patch?.name], [idOf(1), 'Fox'])
        }
      })
    }
  }

  it('is cut to the limits of the catalog', () => {
    const patch = readRow({
      ...VRCX_ROW,
      name: 'x'.repeat(1e6),
      tags: Array(1e5)
        .fill('x')
        .map((x, i) => x + i),
    })!
    assert.ok(patch.name!.length <= 256)
    assert.ok(patch.tags!.length <= 256)
  })
})

describe('an answer', () => {
  it('has each avatar once, as in its first row', () => {
    const rows = [
      VRCX_ROW,
      { ...VRCX_ROW, id: idOf(2) },
      { ...VRCX_ROW, id: idOf(1).toUpperCase(), name: 'Wolf' },
    ]
    const { patches } = assertFound(read('vrcx', rows))
    assert.deepEqual(
      patches.map(({ id, name }) => [id, name]),
      [
        [idOf(1), 'Fox'],
        [idOf(2), 'Fox'],
      ],
    )
  })

  it('skips an avatar that any of its rows calls private', () => {
    const hidden = { ...VRCX_ROW, releaseStatus: 'private' }
    const nameless = { id: VRCX_ROW.id, description: 'red', isPrivate: true }
    for (const rows of [
      [VRCX_ROW, hidden],
      [hidden, VRCX_ROW],
      [nameless, VRCX_ROW],
    ])
      assert.deepEqual(assertFound(read('vrcx', rows)).patches, [])
  })

  it('is read up to the number of rows that can be requested', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ ...VRCX_ROW, id: idOf(i) }))
    assert.equal(assertFound(read('vrcx', rows(5100))).patches.length, 5000)
    assert.equal(assertFound(read('avtrdb', { avatars: rows(60), has_more: false })).patches.length, 50)
  })

  it('may be empty', () => {
    for (const indexKind of ['vrcx', 'avtrdb'] as const)
      assert.deepEqual(assertFound(read(indexKind, [])), { kind: 'found', patches: [] })
  })

  const NO_LISTS: [indexKind: ExternalIndexKind, value: unknown][] = [
    ...[undefined, null, 7, 'x', {}, { error: 'x' }, { 0: VRCX_ROW }].flatMap(value =>
      (['vrcx', 'avtrdb'] as const).map((indexKind): [ExternalIndexKind, unknown] => [indexKind, value]),
    ),
    ['vrcx', { avatars: [VRCX_ROW] }],
    ['avtrdb', { avatars: { 0: AVTRDB_ROW }, has_more: false }],
  ]
  for (const [indexKind, value] of NO_LISTS)
    it(`of ${indexKind} that is ${JSON.stringify(value)?.slice(0, 30)} is a failure`, () =>
      assert.equal(read(indexKind, value).kind, 'failed'))

  const FAILED: [answer: UpstreamAnswer, retryAfterMs: number | null][] = [
    [{ kind: 'absent', status: 404, body: 'json' }, null],
    [{ kind: 'refused', status: 403, message: 'who?', code: null }, null],
    [{ kind: 'limited', retryAfterMs: 7 }, 7],
    [{ kind: 'unavailable', fault: 'resting', reason: 'left alone', retryAfterMs: 9 }, 9],
  ]
  for (const [answer, retryAfterMs] of FAILED)
    it(`that is ${answer.kind} is a failure`, () =>
      assert.deepEqual(readExternalAnswer('vrcx', answer, NOW), { kind: 'failed', retryAfterMs }))
})

describe('a question to an external index', () => {
  it('uses the parameters of its interface', () => {
    assert.deepEqual(searchRequest('vrcx', 'red fox'), { path: '', query: { search: 'red fox', n: 50 } })
    assert.deepEqual(searchRequest('avtrdb', 'red fox', 24), {
      path: '/avatar/search',
      query: { query: 'red fox', page_size: 24, page: 0 },
    })
    assert.deepEqual(newestRequest('avtrdb'), { path: '/avatar/latest', query: {} })
    assert.equal(newestRequest('vrcx'), null)
  })

  it('asks for as many rows as its interface gives', () => {
    assert.equal(searchRequest('vrcx', 'fox', 500).query.n, 500)
    assert.equal(searchRequest('vrcx', 'fox', 9000).query.n, 5000)
    assert.equal(searchRequest('avtrdb', 'fox', 500).query.page_size, 50)
  })

  it('does not split characters', () => {
    assert.equal(searchRequest('vrcx', 'fox\ud83e').query.search, 'fox\ufffd')
  })
})
