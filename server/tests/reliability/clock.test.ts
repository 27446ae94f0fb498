import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { startAccounts } from '../support/accounts.ts'
import { inventedId } from '../support/invented-avatars.ts'

const [FOX, CAT, WOLF] = [inventedId(4), inventedId(7), inventedId(2)]
const READ_LIMIT = 30

describe('a process whose clock is set', () => {
  for (const [how, ms] of [
    ['two days ahead', 48 * HOUR_MS],
    ['an hour back', -HOUR_MS],
  ] as const) {
    it(`${how}, and back again, keeps sessions, and still writes, counts, limits, and shows changes`, async t => {
      const env = { RATE_LIMIT_READ: String(READ_LIMIT), RATE_LIMIT_GLOBAL: '0', TRUST_PROXY: 'loopback' }
      const { app, clock, lines, person, likesOf } = await startAccounts(t, { env })
      const ann = await person('ann')
      let addresses = 0
      const newAddress = () => ({ 'X-Forwarded-For': `203.0.113.${addresses++}` })
      const track = async () => {
        const headers = { ...newAddress(), 'Content-Type': 'application/json' }
        const body = JSON.stringify({ event: 'view' })
        const answer = await app.get(`/avatars/${FOX}/track`, { method: 'POST', headers, body })
        assert.deepEqual(await answer.json(), { ok: true })
      }
      const viewsOf = async () =>
        (await app.getJson(`/avatars/${FOX}`, { headers: newAddress() })) as { views: number }
      const countAllowed = async (address: string) => {
        let count = 0
        for (let request = 0; request < READ_LIMIT + 5; request++) {
          const { status } = await app.get('/avatars/tags', { headers: { 'X-Forwarded-For': address } })
          if (status === 200) count++
        }
        return count
      }

      assert.equal((await ann.ask('PUT', `/likes/${FOX}`, undefined, newAddress())).status, 200)
      assert.equal(await countAllowed('198.51.100.1'), READ_LIMIT)
      await app.settle()
      const foxLikes = await likesOf(FOX)
      const before = (await viewsOf()).views
      let liked = 1
      for (const [step, avatar] of [
        [ms, CAT],
        [-ms, WOLF],
      ] as const) {
        const likes = await likesOf(avatar)
        clock.setBy(step)
        await app.settle()
        assert.equal((await ann.ask('PUT', `/likes/${avatar}`, undefined, newAddress())).status, 200)
        await track()
        await app.settle()
        liked++
        assert.equal(await likesOf(FOX), foxLikes)
        assert.equal(await likesOf(avatar), likes + 1)
        assert.equal((await viewsOf()).views, before + liked - 1)
        assert.equal((await ann.ask('GET', '/likes', undefined, newAddress())).body.total, liked)
        const address = `198.51.100.${10 + liked}`
        assert.equal(await countAllowed(address), READ_LIMIT)
        await clock.settle(MINUTE_MS, 10_000)
        assert.equal(await countAllowed(address), READ_LIMIT)
        for (const path of ['/insights/overview', '/avatars/changes?since=0', '/avatars/trending', '/stats'])
          assert.equal((await app.get(path, { headers: newAddress() })).status, 200, path)
      }
      assert.deepEqual(
        lines.filter(line => (JSON.parse(line) as { level: string }).level === 'error'),
        [],
      )
    })
  }
})
