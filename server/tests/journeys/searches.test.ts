import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { avatary } from '../support/command-line.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

/** Milliseconds for which a ranking of searches is cached. */
const FRESH_MS = 5000

describe('popular searches', () => {
  it('show no words that the operator excluded, by the setting or while the server runs', async () => {
    const clock = new ManualClock()
    const env = { POPULAR_SEARCHES_EXCLUDED: 'Wolf' }
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env, clock })
    for (const q of ['red fox', 'red fox', 'foxglove', 'wolf', 'cat ♡', '桔梗の浴衣'])
      await app.get(`/avatars/search?q=${encodeURIComponent(q)}`)
    const shown = async () => {
      clock.advance(FRESH_MS)
      const lists = [await app.getJson('/avatars/popular-searches'), await app.getJson('/world/searches')]
      assert.deepEqual(lists[0]!.terms, lists[1]!.terms)
      return lists[0]!.terms
    }
    const act = async (name: string, words: string) => {
      const { code } = await avatary(['searches', name, words, `--data-dir=${app.config.data.dir}`])
      assert.equal(code, 0)
    }
    assert.deepEqual(await shown(), ['red fox', 'cat', 'foxglove', '桔梗の浴衣'])
    await act('exclude', 'FOX')
    await act('exclude', '浴衣')
    assert.deepEqual(await shown(), ['cat', 'foxglove'])
    await act('include', 'fox')
    assert.deepEqual(await shown(), ['red fox', 'cat', 'foxglove'])
  })
})
