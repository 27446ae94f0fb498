import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RouteContract } from '@avatary/contract/route'
import { accountRoutes } from '@avatary/contract/routes/account'
import { identityRoutes } from '@avatary/contract/routes/identity'
import type { IdentityTables } from '../../src/slices/identity/tables.sql.ts'
import { type AccountSite, type Asks, ORIGIN, startAccounts } from '../support/accounts.ts'
import { inventedId } from '../support/invented-avatars.ts'

const FOX = inventedId(1)

async function keyOf(ask: Asks): Promise<string> {
  return (await ask('POST', '/account/keys', { name: 'Bot' })).body.key as string
}

function withToken({ ask }: AccountSite, token: string): Asks {
  return (method, path, body, headers) =>
    ask(method, path, body, { ...headers, Authorization: `Bearer ${token}` })
}

describe('an attack on personal keys fails:', () => {
  it("another person's key id", async t => {
    const service = await startAccounts(t)
    const victim = await service.person('victim')
    const attacker = await service.person('attacker')
    const { id, key } = (await victim.ask('POST', '/account/keys', { name: 'Bot' })).body
    assert.equal((await attacker.ask('DELETE', `/account/keys/${id}`)).body.code, 'unknown_key')
    assert.equal((await withToken(service, String(key))('GET', '/favorites')).status, 200)
  })

  it('a personal key on routes that need a session', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('victim')
    const bot = withToken(service, await keyOf(ask))
    const { listKeys, createKey, revokeKey } = identityRoutes
    const routes: RouteContract[] = [...Object.values(accountRoutes), listKeys, createKey, revokeKey]
    const closed = routes.filter(({ acceptsKey }) => acceptsKey !== true)
    assert.deepEqual(
      closed.map(({ id }) => id),
      ['exportAccount', 'deleteAccount', 'listKeys', 'createKey', 'revokeKey'],
    )
    for (const { method, path } of closed) {
      const reply = await bot(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined, { origin: ORIGIN })
      assert.equal(reply.status, 401, `${method} ${path}`)
    }
  })

  it('a key that creates another key to outlive its revocation', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('victim')
    const bot = withToken(service, await keyOf(ask))
    assert.equal((await bot('POST', '/account/keys', { name: 'Second' })).status, 401)
    const { keys } = (await ask('GET', '/account/keys')).body as { keys: { id: string }[] }
    assert.equal(keys.length, 1)
  })

  it('an OAuth access token, a session id, or something like a key in the place of a key', async t => {
    const service = await startAccounts(t)
    const { ask, person } = await service.person('victim')
    const key = await keyOf(ask)
    const { hash } = await service.db
      .tables<IdentityTables>()
      .reader.selectFrom('personal_keys')
      .select('hash')
      .executeTakeFirstOrThrow()
    const tokens = [
      key.replace('avk_', 'avo_'),
      key.slice(4),
      key.toUpperCase(),
      `${key}x`,
      key.slice(0, -1),
      hash,
      `avk_${hash}`,
      person.by.id,
      'avk_',
      "avk_' or '1'='1",
      `avk_${'A'.repeat(43)}`,
      `${key},${key}`,
    ]
    for (const token of tokens)
      assert.equal((await withToken(service, token)('GET', '/favorites')).status, 401, token)
    for (const Authorization of [`Basic ${key}`, key, `Bearer  x ${key}`])
      assert.equal((await service.ask('GET', '/favorites', undefined, { Authorization })).status, 401)
    assert.equal((await service.ask('GET', `/favorites?access_token=${key}`)).status, 401, 'RFC 6750 §2.3')
  })

  it('reading keys from the database, the log or an answer', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('victim')
    const secret = (await keyOf(ask)).slice(4)
    await withToken(service, `avk_${secret}`)('PUT', '/likes/%zz')
    const rows = await service.db
      .tables<IdentityTables>()
      .reader.selectFrom('personal_keys')
      .selectAll()
      .execute()
    const lines = [
      JSON.stringify(rows),
      service.lines.join('\n'),
      (await ask('GET', '/account/keys')).text,
      (await ask('GET', '/account/export')).text,
    ]
    for (const text of lines) assert.ok(!text.includes(secret))
    assert.ok(!lines[3]!.includes(rows[0]!.hash))
  })

  it('writing faster than the limit, with a key or the session', async t => {
    const service = await startAccounts(t, { env: { RATE_LIMIT_WRITES: '30' } })
    const { ask } = await service.person('attacker')
    const bot = withToken(service, await keyOf(ask))
    const replies = []
    for (let i = 0; i < 40; i++) replies.push(await (i % 2 ? bot : ask)('PUT', `/likes/${FOX}`))
    assert.equal(replies.filter(({ status }) => status === 200).length, 29)
    assert.equal(replies.at(-1)?.body.code, 'rate_limited')
    assert.match(replies.at(-1)?.headers.get('retry-after') ?? '', /^\d+$/)
  })

  it('guessing keys, which the rate limits count', async t => {
    const service = await startAccounts(t, { env: { RATE_LIMIT_READ: '5' } })
    const statuses = []
    for (let i = 0; i < 7; i++)
      statuses.push((await withToken(service, `avk_${String(i).repeat(43)}`)('GET', '/favorites')).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
  })
})
