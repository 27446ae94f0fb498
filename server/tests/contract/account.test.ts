import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { CollectionFileSchema, MAX_GROUPS } from '@avatary/contract/account'
import { ERRORS, type ErrorCode, ErrorSchema } from '@avatary/contract/errors'
import { MAX_KEYS } from '@avatary/contract/keys'
import type { RouteContract } from '@avatary/contract/route'
import { accountRoutes } from '@avatary/contract/routes/account'
import { identityRoutes } from '@avatary/contract/routes/identity'
import { Compile } from 'typebox/compile'
import type { AccountTables } from '../../src/slices/account/tables.sql.ts'
import { type Asks, type Reply, startAccounts } from '../support/accounts.ts'
import { inventedId } from '../support/invented-avatars.ts'

const { listKeys, createKey, revokeKey } = identityRoutes
const ROUTES = { ...accountRoutes, listKeys, createKey, revokeKey }
type Id = keyof typeof ROUTES

const A = inventedId(1)
const UNKNOWN = 'avtr_00000000-0000-4000-8000-00000000dead'
const errorShape = Compile(ErrorSchema)

/** Path parameters and body of a request. */
interface Request {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}

/** For each route, creates what it needs and returns a request that succeeds. */
const SUCCESSES: { readonly [Key in Id]: (ask: Asks) => Promise<Request> } = {
  accountSummary: async () => ({}),
  getSettings: async () => ({}),
  updateSettings: async () => ({ body: { resultsPerPage: 40, unknown: 1 } }),
  listFavorites: async ask => {
    await ask('PUT', `/favorites/${A}`)
    return { query: '?limit=10&sort=own' }
  },
  clearFavorites: async () => ({}),
  saveFavorite: async () => ({ params: { id: A } }),
  removeFavorite: async () => ({ params: { id: A } }),
  createGroup: async () => ({ body: { name: 'Foxes', icon: 'cat' } }),
  updateGroup: async ask => ({ params: { groupId: await groupOf(ask) }, body: { icon: 'dog' } }),
  deleteGroup: async ask => ({ params: { groupId: await groupOf(ask) } }),
  moveToGroup: async ask => {
    await ask('PUT', `/favorites/${A}`)
    return { params: { id: A }, body: { groupId: await groupOf(ask) } }
  },
  likeAvatar: async () => ({ params: { id: A } }),
  unlikeAvatar: async () => ({ params: { id: A } }),
  listMarks: async ask => {
    await ask('PUT', `/likes/${A}`)
    return {}
  },
  batchFavorites: async () => ({
    body: {
      acts: [
        { act: 'save', id: A },
        { act: 'move', id: A, groupId: 'grp_unknown' },
        { act: 'order', id: A, before: null },
        { act: 'remove', id: UNKNOWN },
      ],
    },
  }),
  restoreFavorites: async ask => {
    await ask('PUT', `/favorites/${A}`)
    await ask('DELETE', '/favorites')
    return { body: {} }
  },
  listLikes: async ask => {
    await ask('PUT', `/likes/${A}`)
    return { query: '?limit=1' }
  },
  exportFavorites: async () => ({}),
  importFavorites: async () => ({ body: { text: `${A}\n${UNKNOWN}` } }),
  exportAccount: async () => ({}),
  deleteAccount: async () => ({ body: { username: 'success' } }),
  listKeys: async ask => {
    await ask('POST', '/account/keys', { name: 'Bot' })
    return {}
  },
  createKey: async () => ({ body: { name: 'Bot' } }),
  revokeKey: async ask => {
    const { body } = await ask('POST', '/account/keys', { name: 'Bot' })
    return { params: { keyId: body.id as string } }
  },
}

type Refusal = readonly [id: Id, code: ErrorCode, make: (ask: Asks, t: TestContext) => Promise<Request>]

const invalidNames = ['', '   ', 'x'.repeat(41), 'a\nb', '\u200b', 'gpj\u202eFoxes', 'Fo\u200bxes']
const groupIds = ['grp_unknown', '%00', "' or 1=1 --", '..%2fkeys']

/** Every error that the contract lists for these routes. */
const REFUSALS: readonly Refusal[] = [
  ...[UNKNOWN, 'fox', '%00', inventedId(8)].flatMap(id => [
    ['saveFavorite', 'avatar_not_found', async () => ({ params: { id } })] as const,
    ['likeAvatar', 'avatar_not_found', async () => ({ params: { id } })] as const,
  ]),
  [
    'saveFavorite',
    'saved_limit_reached',
    async ask => {
      await fillFavorites(ask)
      return { params: { id: A } }
    },
  ],
  ...invalidNames.flatMap(name => [
    ['createGroup', 'invalid_name', async () => ({ body: { name, icon: 'star' } })] as const,
    [
      'updateGroup',
      'invalid_name',
      async (ask: Asks) => ({ params: { groupId: await groupOf(ask) }, body: { name } }),
    ] as const,
    ['createKey', 'invalid_name', async () => ({ body: { name } })] as const,
  ]),
  [
    'createGroup',
    'duplicate_name',
    async ask => {
      await groupOf(ask, 'Straße')
      return { body: { name: ' STRASSE ', icon: 'star' } }
    },
  ],
  [
    'updateGroup',
    'duplicate_name',
    async ask => {
      await groupOf(ask, 'One')
      return { params: { groupId: await groupOf(ask, 'Two') }, body: { name: 'ONE' } }
    },
  ],
  [
    'createGroup',
    'group_limit_reached',
    async ask => {
      for (let n = 0; n < MAX_GROUPS; n++) await groupOf(ask, `Group ${n}`)
      return { body: { name: 'One more', icon: 'star' } }
    },
  ],
  ...groupIds.flatMap(groupId => [
    ['updateGroup', 'unknown_group', async () => ({ params: { groupId }, body: { icon: 'star' } })] as const,
    ['deleteGroup', 'unknown_group', async () => ({ params: { groupId } })] as const,
    [
      'moveToGroup',
      'unknown_group',
      async () => ({ params: { id: A }, body: { groupId: decodeURIComponent(groupId) } }),
    ] as const,
    ['revokeKey', 'unknown_key', async () => ({ params: { keyId: groupId } })] as const,
  ]),
  ...[A, UNKNOWN, 'fox'].map(
    id => ['moveToGroup', 'not_saved', async () => ({ params: { id }, body: { groupId: null } })] as const,
  ),
  [
    'createKey',
    'key_limit_reached',
    async ask => {
      for (let n = 0; n < MAX_KEYS; n++) await ask('POST', '/account/keys', { name: `Key ${n}` })
      return { body: { name: 'One more' } }
    },
  ],
  ['importFavorites', 'invalid_import', async () => ({ body: { text: 'nothing' } })],
  ['deleteAccount', 'not_confirmed', async () => ({ body: { username: 'Somebody' } })],
]

async function groupOf(ask: Asks, name = 'Foxes'): Promise<string> {
  const { body } = await ask('POST', '/favorites/groups', { name, icon: 'star' })
  return body.id as string
}

let fillFavorites: (ask: Asks) => Promise<void>

async function request(ask: Asks, { method, path }: RouteContract, given: Request): Promise<Reply> {
  const { params = {}, query = '', body } = given
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x')
  return await ask(method, target + query, body)
}

function assertRefused(reply: Reply, code: ErrorCode): void {
  assert.equal(reply.status, ERRORS[code].status, reply.text)
  assert.ok(errorShape.Check(reply.body), reply.text)
  assert.equal(reply.body.code, code)
  assert.equal(reply.headers.get('cache-control'), 'no-store')
}

describe('the routes of accounts keep the contract', () => {
  let service: Awaited<ReturnType<typeof startAccounts>>
  let stop: () => Promise<void>
  let people = 0
  before(async () => {
    const stack = new AsyncDisposableStack()
    const context = { after: (undo: () => Promise<void>) => stack.defer(undo) }
    service = await startAccounts(context as unknown as TestContext, {
      env: { RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_READ: '0' },
    })
    stop = () => stack.disposeAsync()
    const hidden = { id: inventedId(8), isActive: false, authority: 'platform' } as const
    await service.store.saveMany([hidden], service.clock.now())
    fillFavorites = async ask => {
      const { saved } = await fillTo10_000()
      assert.equal(((await ask('GET', '/account/summary')).body.usage as { saved: number }).saved, saved)
    }
  })
  after(() => stop())

  /** The number of the last person who fits into the counter's range. */
  async function fillTo10_000() {
    const sql = service.db.tables<AccountTables>()
    const ids = Array.from({ length: 10_000 }, (_, i) => inventedId(100_000 + i))
    await service.store.saveMany(
      ids.map(id => ({ id })),
      service.clock.now(),
    )
    await sql.transact(async tx => {
      const owner = await tx
        .selectFrom('users')
        .select('key')
        .orderBy('key', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('favorites')
        .columns(['user_key', 'avatar_key', 'saved_at_ms', 'day'])
        .expression(eb =>
          eb
            .selectFrom('avatars')
            .select(({ lit }) => [
              lit(owner.key).as('user_key'),
              'key',
              lit(0).as('saved_at_ms'),
              lit(0).as('day'),
            ])
            .where('key', '>', 8),
        )
        .execute()
    })
    return { saved: 10_000 }
  }

  for (const [id, make] of Object.entries(SUCCESSES) as [Id, (ask: Asks) => Promise<Request>][]) {
    const route: RouteContract = ROUTES[id]
    it(`${route.method} ${route.path} answers as its schema says`, async () => {
      const { ask } = await service.person(id === 'deleteAccount' ? 'success' : `person${++people}`)
      const reply = await request(ask, route, await make(ask))
      assert.equal(reply.status, 200, reply.text)
      if (route.mediaType === undefined) {
        const shape = Compile(route.response)
        assert.ok(shape.Check(reply.body), JSON.stringify(shape.Errors(reply.body).slice(0, 3)))
      } else assert.ok(Compile(CollectionFileSchema).Check(reply.body), reply.text)
      assert.match(reply.headers.get('cache-control') ?? '', /^(no-store|private, no-cache)$/)
      assert.equal(reply.headers.get('access-control-allow-origin'), null)
    })

    it(`${route.method} ${route.path} answers 401 to nobody`, async () => {
      const asNobody: Asks = (method, path, body) =>
        service.ask(method, path, body, { origin: 'https://avatary.test' })
      assertRefused(
        await request(asNobody, route, route.method === 'GET' ? {} : { body: {} }),
        'sign_in_required',
      )
    })

    if (route.method !== 'GET')
      it(`${route.method} ${route.path} answers 403 to a page of another site`, async () => {
        const { ask } = await service.person(`person${++people}`)
        const elsewhere: Asks = (method, path, body) =>
          ask(method, path, body, { origin: 'https://evil.test' })
        assertRefused(await request(elsewhere, route, { body: {} }), 'origin_not_allowed')
      })
  }

  for (const [id, code, make] of REFUSALS) {
    const route: RouteContract = ROUTES[id]
    it(`${route.method} ${route.path} answers ${code}`, async t => {
      const { ask } = await service.person(`person${++people}`)
      assertRefused(await request(ask, route, await make(ask, t)), code)
    })
  }

  it('and every error that the contract has is among these', () => {
    const lines = Object.entries(ROUTES).flatMap(([id, { errors }]) => errors.map(code => `${id} ${code}`))
    assert.deepEqual([...new Set(REFUSALS.map(([id, code]) => `${id} ${code}`))].sort(), lines.sort())
  })
})
