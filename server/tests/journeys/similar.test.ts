import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

const ANNA = { authorId: 'usr_00000000-0000-4000-8000-0000000000a1', authorName: 'Anna' }
const BORIS = { authorId: 'usr_00000000-0000-4000-8000-0000000000b2', authorName: 'Борис' }

const LANTERNS: readonly (readonly [name: string, traits: Partial<AvatarPatch>])[] = [
  ['Manuka Lantern', { ...ANNA, tags: ['author_tag_lantern'] }],
  ['MANUKA  lantern!', { ...ANNA, tags: ['author_tag_lantern'], views: 900 }],
  ['Manuka Nights', { ...BORIS, tags: ['author_tag_lantern'] }],
  ['Keeper', { ...BORIS, tags: ['author_tag_lantern'], views: 5 }],
  ['Keeper', { ...BORIS, tags: ['author_tag_lantern'], views: 9 }],
  ['Keeper', { ...ANNA, tags: ['author_tag_lantern'] }],
  ['Robot', { ...BORIS, views: 10_000 }],
  ['Lantern of a hidden one', { ...BORIS, tags: ['author_tag_lantern'], isActive: false }],
].map(([name, traits]) => [name as string, traits as Partial<AvatarPatch>])

/** Avatars numbered from 11, in the order of `LANTERNS`. */
const AVATARS = LANTERNS.map(
  ([name, traits], i): AvatarPatch => ({ id: inventedId(11 + i), name, ...traits }),
)

describe('similar avatars, over HTTP', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: [...INVENTED_AVATARS, ...AVATARS], clock: new ManualClock() })
  })
  after(() => app[Symbol.asyncDispose]())

  const similarTo = async (number: number, query = '') => {
    const { avatars } = await app.getJson(`/avatars/${inventedId(number)}/similar${query}`)
    return (avatars as { id: string }[]).map(({ id }) => Number(id.slice(-12)))
  }

  it('begin with those that share the rarest tags and words, among equals with the most viewed', async () => {
    const found = await similarTo(11)
    assert.deepEqual(
      found.slice(0, 4),
      [13, 6, 15, 16],
      'first with tag and base model, then with the base model, then with the tag',
    )
    assert.ok(!found.includes(17), 'it shares nothing')
    assert.deepEqual(await similarTo(11, '?limit=1'), [13])
  })

  it('contain no two avatars of the same name by the same creator, nor one like the asked avatar', async () => {
    const found = await similarTo(11)
    for (const number of [11, 12, 14, 18]) assert.ok(!found.includes(number), String(number))
    assert.deepEqual((await similarTo(12)).slice(0, 1), [13])
  })

  it('are none for an avatar that shares nothing, and 404 for one that is not listed', async () => {
    assert.deepEqual(await similarTo(17), [])
    assert.equal((await app.get(`/avatars/${inventedId(18)}/similar`)).status, 404)
  })

  it('each count an impression', async () => {
    const impressions = async () => {
      await app.settle(5000)
      const { lifetime } = await app.getJson(`/insights/avatars/${inventedId(13)}`)
      return (lifetime as { impressions: number }).impressions
    }
    const before = await impressions()
    await similarTo(11)
    assert.equal(await impressions(), before + 1)
  })
})
