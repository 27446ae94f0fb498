import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '../../src/kernel/days.ts'
import { type Asks, type Reply, savedIdsOf, startAccounts } from '../support/accounts.ts'
import { inventedId } from '../support/invented-avatars.ts'

const FOX = inventedId(1)

describe('personal keys', () => {
  it('may only read, and may expire', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('fox')
    const createKey = async (options: object) => {
      const { status, body } = await ask('POST', '/account/keys', { name: 'Bot', ...options })
      assert.equal(status, 200, JSON.stringify(body))
      const headers = { Authorization: `Bearer ${body.key}` }
      return { body, bot: (method: string, path: string) => service.ask(method, path, undefined, headers) }
    }
    const reader = await createKey({ scopes: ['read'] })
    assert.equal((await reader.bot('GET', '/favorites')).status, 200)
    const refusal = await reader.bot('PUT', `/likes/${inventedId(1)}`)
    assert.deepEqual([refusal.status, refusal.body.code], [403, 'key_scope_missing'])
    assert.match(String(refusal.body.error), /the scope `write`/)
    const writer = await createKey({ scopes: ['write'] })
    assert.equal((await writer.bot('PUT', `/likes/${inventedId(1)}`)).status, 200)
    assert.equal((await writer.bot('GET', '/likes')).body.code, 'key_scope_missing')

    const expiring = await createKey({ expiresInDays: 1 })
    assert.deepEqual(
      [expiring.body.scopes, expiring.body.expiresAt],
      [['read', 'write'], '2026-11-22T12:00:00.000Z'],
    )
    assert.equal((await expiring.bot('GET', '/likes')).status, 200)
    service.clock.advance(DAY_MS)
    assert.equal((await expiring.bot('GET', '/likes')).status, 401)
    assert.equal((await reader.bot('GET', '/likes')).status, 200)
    for (const wrong of [{ scopes: [] }, { scopes: ['admin'] }, { expiresInDays: 0 }, { expiresInDays: 1.5 }])
      assert.equal((await ask('POST', '/account/keys', { name: 'Bot', ...wrong })).body.code, 'invalid_body')
  })

  it('may be used by pages of other origins, unlike the session cookie', async t => {
    const service = await startAccounts(t)
    const { ask, cookie } = await service.person('fox')
    const { key } = (await ask('POST', '/account/keys', { name: 'Page' })).body
    const origin = 'https://elsewhere.example'
    const path = `/likes/${inventedId(1)}`
    const corsOf = ({ headers }: Reply) => headers.get('access-control-allow-origin')
    const preflight = await service.ask('OPTIONS', path, undefined, {
      origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization',
    })
    assert.equal(corsOf(preflight), '*')
    assert.match(preflight.headers.get('access-control-allow-methods')!, /PUT/)
    assert.match(preflight.headers.get('access-control-allow-headers')!, /Authorization/)
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
    const byKey = { origin, Authorization: `Bearer ${key}` }
    for (const method of ['PUT', 'DELETE']) {
      const reply = await service.ask(method, path, undefined, byKey)
      assert.deepEqual([reply.status, corsOf(reply)], [200, '*'], method)
    }
    const wrong = await service.ask('GET', '/likes', undefined, { origin, Authorization: 'Bearer avk_wrong' })
    assert.deepEqual([wrong.status, corsOf(wrong)], [401, '*'], 'the page can read the error')
    for (const [method, target] of [
      ['PUT', path],
      ['GET', '/likes'],
    ] as const)
      assert.equal(corsOf(await service.ask(method, target, undefined, { origin, cookie })), null)
    assert.equal((await service.ask('PUT', path, undefined, { origin, cookie })).status, 403)
    const keysByKey = await service.ask('GET', '/account/keys', undefined, byKey)
    assert.deepEqual([keysByKey.status, corsOf(keysByKey)], [401, null])
  })

  it('work in place of a session on some routes until they are revoked', async t => {
    const service = await startAccounts(t)
    const { ask } = await service.person('anna')
    const { id, key } = (await ask('POST', '/account/keys', { name: 'My bot' })).body
    assert.match(String(key), /^avk_[\w-]{43}$/)
    const bot: Asks = (method, path, body) =>
      service.ask(method, path, body, { Authorization: `Bearer ${key}` })
    assert.equal((await bot('PUT', `/favorites/${FOX}`)).status, 200)
    assert.deepEqual(await savedIdsOf(bot), [FOX])
    const { keys } = (await ask('GET', '/account/keys')).body as { keys: { lastUsedAt: string }[] }
    assert.equal(keys[0]?.lastUsedAt, '2026-11-21T00:00:00.000Z')
    assert.ok(!JSON.stringify(keys).includes(String(key).slice(4)))
    await ask('DELETE', `/account/keys/${id}`)
    assert.equal((await bot('GET', '/favorites')).status, 401)
  })
})
