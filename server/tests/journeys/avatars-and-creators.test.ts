import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SearchPage } from '@avatary/contract/catalog'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

const ANNA = 'usr_00000000-0000-4000-8000-0000000000a1'
const FOX = inventedId(1)

/** Anna's most recently updated avatar has a newer author name. */
const RENAMED = INVENTED_AVATARS.map(avatar =>
  avatar.id === inventedId(7) ? { ...avatar, authorName: 'Anya' } : avatar,
)

describe('one avatar and one creator over HTTP', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: RENAMED, clock: new ManualClock() })
  })
  after(() => app[Symbol.asyncDispose]())

  const code = async (path: string) => {
    const response = await app.get(path)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }

  it('answer an avatar as a search does, by its id or its address on the platform', async () => {
    const { avatars } = (await app.getJson(`/avatars/search?q=${FOX}`)) as unknown as SearchPage
    assert.deepEqual(await app.getJson(`/avatars/${FOX}`), avatars[0])
    const address = encodeURIComponent(`https://vrchat.com/home/avatar/${FOX}`)
    assert.deepEqual(await app.getJson(`/avatars/${address}`), avatars[0])
    for (const id of [inventedId(99), 'x'])
      assert.deepEqual(await code(`/avatars/${id}`), [404, 'avatar_not_found'])
    assert.deepEqual(await code('/avatars/submit'), [405, 'method_not_allowed'])
  })

  it('count nothing, and cost no bytes while an avatar stays as it is', async () => {
    const { headers } = await app.get(`/avatars/${inventedId(3)}`)
    await app.settle()
    const again = await app.get(`/avatars/${inventedId(3)}`, {
      headers: { 'If-None-Match': headers.get('etag')! },
    })
    assert.equal(again.status, 304)
    const { lifetime } = (await app.getJson(`/insights/avatars/${inventedId(3)}`)) as unknown as {
      lifetime: Record<string, number>
    }
    assert.deepEqual([lifetime.views, lifetime.impressions], [70, 0])
  })

  it('answer a creator by the latest name, with other names and totals', async () => {
    const creator = {
      id: ANNA,
      name: 'Anya',
      otherNames: ['Anna'],
      profile: null,
      avatars: 3,
      views: 120,
      likes: 2,
    }
    assert.deepEqual(await app.getJson(`/creators/${ANNA}`), creator)
    assert.deepEqual(await app.getJson(`/creators/${ANNA.toUpperCase().replace('USR', 'usr')}`), creator)
    for (const id of ['usr_00000000-0000-4000-8000-00000000dead', 'Anya', 'abcdefghij'])
      assert.deepEqual(await code(`/creators/${id}`), [404, 'creator_not_found'])
  })
})
