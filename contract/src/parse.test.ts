import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { codePoint } from '../../server/tests/support/code-point.ts'
import { FavoriteBatchSchema } from './account.ts'
import { GuildSettingsSchema } from './discord.ts'
import { NewKeyBodySchema } from './keys.ts'
import { createBodyReader, createParamsReader, createQueryReader } from './parse.ts'
import { PlacementChangeSchema } from './promotions.ts'
import { accountRoutes } from './routes/account.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { SubmitBodySchema } from './submission.ts'

const readSearch = createQueryReader(catalogRoutes.searchAvatars.query)
const DEFAULTS = { sort: 'recent', limit: 24, offset: 0 }

const LISTS = Type.Object({
  ids: Type.Array(Type.String(), { default: [], maxItems: 3 }),
  kinds: Type.Optional(Type.Array(Type.Enum(['a', 'b']))),
})

describe('a query reader', () => {
  const valid: [raw: string, value: object][] = [
    ['', {}],
    ['&&=&=x&', {}],
    ['q=fox', { q: 'fox' }],
    ['q=red+fox', { q: 'red fox' }],
    ['q=red%20fox', { q: 'red fox' }],
    ['q=1%2B1', { q: '1+1' }],
    ['q=a=b', { q: 'a=b' }],
    ['%71=fox', { q: 'fox' }],
    ['q', {}],
    ['q=', {}],
    ['q=one&q=two', { q: 'two' }],
    ['q=one&q=', {}],
    ['limit=2&limit=', {}],
    ['unknown=1&q=fox', { q: 'fox' }],
    ['q[]=1&q[a]=2&limit[]=x', {}],
    ['__proto__=1&constructor=2&toString=3', {}],
    ['q=%E7%8B%90', { q: '狐' }],
    ['q=狐+%ff', { q: '狐 \uFFFD' }],
    ['q=\ud800', { q: '\uFFFD' }],
    ['q=%zz%4', { q: '%zz%4' }],
    ['q=%ff', { q: '\uFFFD' }],
    ['q=a%00b', { q: 'a\uFFFDb' }],
    ['limit=60', { limit: 60 }],
    ['limit=61', { limit: 60 }],
    ['limit=0', { limit: 1 }],
    ['limit=-5', { limit: 1 }],
    ['limit=%2B5', { limit: 5 }],
    ['limit=007', { limit: 7 }],
    [`limit=${'9'.repeat(400)}`, { limit: 60 }],
    [`offset=-${'9'.repeat(400)}`, { offset: 0 }],
    ['offset=99999999999999999999', { offset: 2_147_483_647 }],
    ['sort=popular&platform=quest', { sort: 'popular', platform: 'quest' }],
  ]
  for (const [raw, value] of valid) {
    it(`reads ${raw.slice(0, 60) || 'nothing'}`, () => {
      assert.deepEqual(readSearch(raw), { kind: 'value', value: { ...DEFAULTS, ...value } })
    })
  }

  const LIMIT = '`limit` must be an integer from 1 to 60.'
  const invalid: [raw: string, parameter: string, message: string][] = [
    ['limit=ten', 'limit', LIMIT],
    ['limit=1e3', 'limit', LIMIT],
    ['limit=1.5', 'limit', LIMIT],
    ['limit=NaN', 'limit', LIMIT],
    ['limit=%205', 'limit', LIMIT],
    ['limit=0x10', 'limit', LIMIT],
    ['limit=1&limit=%00', 'limit', LIMIT],
    ['offset=x', 'offset', '`offset` must be an integer from 0 to 2147483647.'],
    [
      'sort=best',
      'sort',
      '`sort` must be one of `recent`, `oldest`, `name`, `popular`, `updated`, `relevance`.',
    ],
    [
      'sort=Recent',
      'sort',
      '`sort` must be one of `recent`, `oldest`, `name`, `popular`, `updated`, `relevance`.',
    ],
    ['platform=vr', 'platform', '`platform` must be one of `pc`, `quest`, `ios`.'],
  ]
  for (const [raw, parameter, message] of invalid) {
    it(`refuses ${raw}`, () => {
      assert.deepEqual(readSearch(raw), { kind: 'invalid', error: { parameter, message } })
    })
  }

  it('cuts text off at 200 code points, without splitting one', () => {
    const reading = readSearch(`q=${encodeURIComponent('🦊'.repeat(300))}`)
    assert.deepEqual(reading, { kind: 'value', value: { ...DEFAULTS, q: '🦊'.repeat(200) } })
  })

  it('separates arrays by commas and keeps their bounds', () => {
    const read = createQueryReader(LISTS)
    assert.deepEqual(read(''), { kind: 'value', value: { ids: [] } })
    assert.deepEqual(read('ids=a,+b,,%2Cc'), { kind: 'value', value: { ids: ['a', 'b', 'c'] } })
    assert.deepEqual(read('ids=1,2,3,4'), {
      kind: 'invalid',
      error: { parameter: 'ids', message: '`ids` takes at most 3 values, separated by commas.' },
    })
    assert.deepEqual(read('kinds=a,c'), {
      kind: 'invalid',
      error: { parameter: 'kinds', message: '`kinds` must be one of `a`, `b`.' },
    })
  })

  it('drops unknown values of an array with `x-drops-unknown`', () => {
    const kinds = Type.Array(Type.Enum(['a', 'b']), { default: [], 'x-drops-unknown': true })
    const read = createQueryReader(Type.Object({ kinds }))
    assert.deepEqual(read('kinds=x,a,A,,y'), { kind: 'value', value: { kinds: ['a'] } })
    assert.deepEqual(read('kinds=x'), { kind: 'value', value: { kinds: [] } })
  })

  it('refuses a query without a required parameter', () => {
    const read = createQueryReader(Type.Object({ code: Type.String() }))
    assert.deepEqual(read('code='), {
      kind: 'invalid',
      error: { parameter: 'code', message: '`code` is required and must be a string.' },
    })
  })

  it('shares no values between requests', () => {
    const first = readSearch('limit=2')
    assert.deepEqual(readSearch('q=x'), { kind: 'value', value: { ...DEFAULTS, q: 'x' } })
    assert.deepEqual(first, { kind: 'value', value: { ...DEFAULTS, limit: 2 } })
  })

  it('never throws, and its values are within the bounds', () => {
    const piece = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.constantFrom(
        'q=',
        '&',
        '=',
        '%',
        '%C3',
        '+',
        'limit=',
        'sort=',
        'offset=',
        '-1',
        '\0',
        '%00',
        '\ud800',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const reading = readSearch(pieces.join(''))
        if (reading.kind === 'invalid')
          return reading.error.message.includes(`\`${reading.error.parameter}\``)
        const { q = '', limit, offset, sort } = reading.value
        assert.ok([...q].length <= 200 && q.isWellFormed() && !q.includes('\0'))
        assert.ok(
          Number.isInteger(limit) && limit >= 1 && limit <= 60 && Number.isInteger(offset) && offset >= 0,
        )
        return ['recent', 'oldest', 'name', 'popular', 'updated', 'relevance'].includes(sort)
      }),
      { numRuns: 1000 },
    )
  })

  it('reads text as the URL standard reads forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), text => {
        const raw = new URLSearchParams({ q: text }).toString()
        const expected = new URLSearchParams(raw).get('q')!.replaceAll('\0', '\uFFFD')
        assert.deepEqual(readSearch(raw), { kind: 'value', value: { ...DEFAULTS, q: expected } })
      }),
    )
  })
})

describe('a params reader', () => {
  const read = createParamsReader(
    Type.Object({ id: Type.String({ pattern: '^[0-9]{1,20}$', 'x-words': '1 to 20 digits' }) }),
  )

  it('accepts only valid values', () => {
    assert.deepEqual(read({ id: '12', other: 'x' }), { kind: 'value', value: { id: '12' } })
    assert.deepEqual(read({ id: 'x' }), {
      kind: 'invalid',
      error: { parameter: 'id', message: '`id` must be 1 to 20 digits.' },
    })
  })

  it('refuses a missing parameter', () => {
    for (const raw of [undefined, null, 1, {}, { id: '' }, Object.create({ id: '1' })]) {
      assert.equal(read(raw).kind, 'invalid')
    }
  })

  it('makes text well-formed', () => {
    const reading = createParamsReader(Type.Object({ id: Type.String() }))({ id: 'a\0\ud800' })
    assert.deepEqual(reading, { kind: 'value', value: { id: 'a\uFFFD\uFFFD' } })
  })
})

describe('a body reader', () => {
  it('accepts valid values, and drops unknown keys', () => {
    const read = createBodyReader(SubmitBodySchema)
    assert.deepEqual(read({ avatarId: 'x', more: 1 }), { kind: 'value', value: { avatarId: 'x' } })
    assert.deepEqual(read({ avatarIds: ['a', 'b\0'] }), {
      kind: 'value',
      value: { avatarIds: ['a', 'b\uFFFD'] },
    })
  })

  it('copies no prototype', () => {
    const body = JSON.parse('{"avatarId":"x","__proto__":{"admin":true},"constructor":1}')
    const reading = createBodyReader(SubmitBodySchema)(body)
    assert.ok(reading.kind === 'value')
    assert.deepEqual(Object.keys(reading.value), ['avatarId'])
    assert.equal('admin' in reading.value, false)
    const open = createBodyReader(Type.Object({ type: Type.Integer() }, { additionalProperties: true }))
    assert.deepEqual(open(JSON.parse('{"type":1,"data":{},"__proto__":{"admin":true}}')), {
      kind: 'value',
      value: { type: 1, data: {} },
    })
  })

  const submit = createBodyReader(SubmitBodySchema)
  const batch = createBodyReader(FavoriteBatchSchema)
  const guild = createBodyReader(GuildSettingsSchema)
  const group = createBodyReader(accountRoutes.updateGroup.body)
  const move = createBodyReader(accountRoutes.moveToGroup.body)
  const key = createBodyReader(NewKeyBodySchema)
  const placement = createBodyReader(PlacementChangeSchema)
  const ONE = 'The body is not valid. Exactly one of `avatarId` and `avatarIds`.'
  const invalid: [read: (value: unknown) => unknown, body: unknown, parameter: string, message: string][] = [
    [submit, null, '', 'The body must be an object.'],
    [submit, [], '', 'The body must be an object.'],
    [submit, {}, '', ONE],
    [submit, { avatarId: 'x', avatarIds: ['y'] }, '', ONE],
    [submit, { avatarId: 1 }, 'avatarId', '`avatarId` must be a string.'],
    [
      submit,
      { avatarIds: [] },
      'avatarIds',
      '`avatarIds` must be an array of 1 to 50 values, each a string.',
    ],
    [submit, { avatarIds: ['x', 2] }, 'avatarIds[1]', '`avatarIds[1]` must be a string.'],
    [
      submit,
      { avatarIds: Array(51).fill('x') },
      'avatarIds',
      '`avatarIds` must be an array of 1 to 50 values, each a string.',
    ],
    [guild, {}, 'enabled', '`enabled` is required and must be `true` or `false`.'],
    [
      guild,
      { enabled: true, private: true, channel: null, admin: true },
      'admin',
      '`admin` is not known here. Allowed: `enabled`, `private`, `channel`.',
    ],
    [
      guild,
      { enabled: true, private: true, channel: 'x' },
      'channel',
      '`channel` must be a Discord id, which is a string of 1 to 20 digits or null.',
    ],
    [
      key,
      { name: 'x', scopes: [] },
      'scopes',
      '`scopes` must be an array of at least 1 value, each one of `read`, `write`, none of them twice.',
    ],
    [
      placement,
      { startsAt: 'soon' },
      'startsAt',
      '`startsAt` must be a date and time such as `2026-01-31T12:00:00Z`.',
    ],
    [
      placement,
      { url: 'http://group.example' },
      'url',
      '`url` must be empty, or an address of at most 1000 characters that begins with `https://` and has no spaces.',
    ],
    [group, {}, '', 'The body needs at least one of `name`, `icon`.'],
    [move, { groupId: 1 }, 'groupId', '`groupId` must be a string or null.'],
    [move, {}, 'groupId', '`groupId` is required and must be a string or null.'],
  ]
  const AN_ACT =
    'an act: `save` or `remove` with an `id`, `move` with `id` and `groupId`, or `order` with `id` and `before`'
  for (const act of [{ act: 'zap', id: 'x' }, { act: 'save' }, { act: 'move', id: 'x' }, 7])
    invalid.push([batch, { acts: [act] }, 'acts[0]', `\`acts[0]\` must be ${AN_ACT}.`])
  for (const [read, body, parameter, message] of invalid) {
    it(`refuses ${JSON.stringify(body).slice(0, 60)}: ${message}`, () => {
      assert.deepEqual(read(body), { kind: 'invalid', error: { parameter, message } })
    })
  }

  it('never throws', () => {
    const readers = [submit, guild, group, move]
    fc.assert(fc.property(fc.jsonValue(), fc.nat(3), (value, at) => typeof readers[at]!(value) === 'object'))
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('avatarId', 'avatarIds', '__proto__'), fc.jsonValue()),
        body => {
          submit(body)
        },
      ),
    )
  })
})
