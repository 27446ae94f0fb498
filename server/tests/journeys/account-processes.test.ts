import assert from 'node:assert/strict'
import { it } from 'node:test'
import { favoritesOf, savedIdsOf, startAccounts } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { inventedId } from '../support/invented-avatars.ts'

const FOX = inventedId(1)
const RED_FOX = inventedId(2)

forEachEngine('two processes over one database', engine => {
  it('agree about likes of 100 requests at once to both', async t => {
    const url = await engine.createUrl(t)
    const one = await startAccounts(t, { url })
    const other = await startAccounts(t, { url })
    const asks = [(await one.person('anna')).ask, (await other.person('anna')).ask]
    const likes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => asks[i % 2]!('PUT', `/likes/${RED_FOX}`)),
    )
    assert.deepEqual(new Set(likes.map(({ body }) => body.likes)), new Set([3]))
    for (const { clock, likesOf } of [one, other]) {
      await clock.settle()
      assert.equal(await likesOf(RED_FOX), 3)
    }
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => asks[i % 2]!(i % 3 ? 'DELETE' : 'PUT', `/likes/${RED_FOX}`)),
    )
    const { liked } = (await asks[0]!('GET', '/account/marks')).body as { liked: string[] }
    const expected = 2 + liked.length
    for (const { clock, likesOf } of [one, other]) {
      await clock.settle()
      assert.equal(await likesOf(RED_FOX), expected)
    }
  })

  it('see the favorites, groups and keys of each other at once', async t => {
    const url = await engine.createUrl(t)
    const one = await startAccounts(t, { url })
    const other = await startAccounts(t, { url })
    const here = (await one.person('anna')).ask
    const there = (await other.person('anna')).ask
    await here('PUT', `/favorites/${FOX}`)
    assert.deepEqual(await savedIdsOf(there), [FOX])
    const { id: groupId } = (await there('POST', '/favorites/groups', { name: 'Foxes', icon: 'cat' })).body
    assert.equal((await here('PUT', `/favorites/${FOX}/group`, { groupId })).status, 200)
    const { id, key } = (await here('POST', '/account/keys', { name: 'Bot' })).body
    const withKey = { Authorization: `Bearer ${key}` }
    assert.equal((await other.ask('GET', '/favorites', undefined, withKey)).status, 200)
    await there('DELETE', `/account/keys/${id}`)
    assert.equal((await one.ask('GET', '/favorites', undefined, withKey)).status, 401)
  })

  it('both show an avatar that was saved as soon as it was added', async t => {
    const url = await engine.createUrl(t)
    const one = await startAccounts(t, { url })
    const other = await startAccounts(t, { url })
    const { ask } = await one.person('anna')
    const { ask: there } = await other.person('anna')
    for (let n = 100; n < 105; n++) {
      await one.store.saveMany([{ id: inventedId(n), name: `New ${n}` }], one.clock.now())
      await ask('PUT', `/favorites/${inventedId(n)}`)
      const [newest] = await favoritesOf(there)
      assert.deepEqual([newest?.name, newest?.available], [`New ${n}`, true])
    }
  })
})
