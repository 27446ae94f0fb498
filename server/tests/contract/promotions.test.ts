import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@avatary/client'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'

const GROUP = 'grp_00000000-0000-4000-8000-0000000000aa'

describe('the admin endpoints of promotions', () => {
  let app: TestApp
  let operator: ReturnType<typeof createClient>
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS, env: { RATE_LIMIT_WRITES: '0' } })
    const headers = { Authorization: `Bearer ${app.adminToken}` }
    operator = createClient({ baseUrl: `${app.origin}/api`, fetch, headers })
  })
  after(() => app[Symbol.asyncDispose]())

  it('refuse what cannot be placed, by the name of the field', async () => {
    const subject = inventedId(1)
    const cases = [
      [{ subject: 'fox' }, 'invalid_id', /`subject`/],
      [{ subject, weight: -1 }, 'invalid_body', /`weight`/],
      [{ subject, weight: 1.5 }, 'invalid_body', /`weight`/],
      [{ subject, weight: 1_000_001 }, 'invalid_body', /`weight`/],
      [{ subject, endsAt: 'tomorrow' }, 'invalid_body', /`endsAt`/],
      [{ subject, endsAt: '2020-01-01T00:00:00Z' }, 'invalid_body', /`endsAt`/],
      [{ subject, startsAt: '2026-02-30T00:00:00Z' }, 'invalid_body', /`startsAt`/],
      [{ subject, name: 'Fox' }, 'invalid_body', /`name`/],
      [{ subject: GROUP }, 'invalid_body', /`name`/],
      [{ subject: GROUP, name: 'F', imageUrl: 'http://x.example' }, 'invalid_body', /`imageUrl`/],
      [{ subject: GROUP, name: 'F', url: 'javascript:x' }, 'invalid_body', /`url`/],
    ] as const
    for (const [body, code, message] of cases) {
      const answer = await operator.addPlacement({ body })
      assert.ok(answer.kind !== 'value', JSON.stringify(body))
      assert.equal(answer.error.code, code, JSON.stringify(body))
      assert.match(answer.error.message, message)
    }
    const none = await operator.listPlacements({})
    assert.ok(none.kind === 'value' && none.value.total === 0)
  })

  it('place, change and remove, and list in the order in which they are shown', async () => {
    for (const [n, weight] of [3, 8, 3].entries()) {
      const addition = await operator.addPlacement({
        body: { subject: inventedId(n + 1), weight, endsAt: '2100-01-01T00:00:00.999Z' },
      })
      assert.ok(addition.kind === 'value')
      assert.deepEqual(
        [addition.value.placement.state, addition.value.placement.shown, addition.value.placement.endsAt],
        ['running', true, '2100-01-01T00:00:00.000Z'],
      )
    }
    const page = await operator.listPlacements({ query: { limit: 2 } })
    assert.ok(page.kind === 'value')
    const { total, count, nextOffset, placements } = page.value
    assert.deepEqual([total, count, nextOffset, placements.map(({ id }) => id)], [3, 2, 2, [2, 1]])

    const endless = await operator.changePlacement({ params: { id: '1' }, body: { endsAt: null } })
    assert.ok(endless.kind === 'value' && endless.value.placement.endsAt === null)
    const upcoming = await operator.changePlacement({
      params: { id: '2' },
      body: { startsAt: '2099-01-01T00:00:00Z' },
    })
    assert.ok(
      upcoming.kind === 'value' &&
        upcoming.value.placement.state === 'upcoming' &&
        !upcoming.value.placement.shown,
    )
    const running = await operator.listPlacements({ query: { state: 'running' } })
    assert.ok(running.kind === 'value')
    assert.deepEqual(
      running.value.placements.map(({ id }) => id),
      [1, 3],
    )
    for (const id of ['99', '0', 'x', '9'.repeat(40)]) {
      const change = await operator.changePlacement({ params: { id }, body: { weight: 1 } })
      const removed = await operator.removePlacement({ params: { id } })
      assert.ok(change.kind !== 'value' && change.error.code === 'unknown_placement')
      assert.ok(removed.kind !== 'value' && removed.error.code === 'unknown_placement')
    }
    assert.ok((await operator.removePlacement({ params: { id: '3' } })).kind === 'value')
  })

  it('take display names as they are', async () => {
    const name = 'a/b ?#% 狐'
    const addition = await operator.addStaff({ params: { name: ` ${name} ` } })
    assert.ok(addition.kind === 'value')
    assert.deepEqual(addition.value, { ok: true, name, changed: true })
    const again = await operator.addStaff({ params: { name } })
    assert.ok(again.kind === 'value' && !again.value.changed)
    const listed = await operator.listStaff({})
    assert.ok(listed.kind === 'value')
    assert.deepEqual([listed.value.total, listed.value.staff[0]!.name], [1, name])
    for (const wrong of ['x'.repeat(65), ' ', 'a\nb']) {
      const refusal = await operator.addStaff({ params: { name: wrong } })
      assert.ok(refusal.kind !== 'value' && refusal.error.code === 'invalid_parameter', wrong)
    }
    const removed = await operator.removeStaff({ params: { name } })
    assert.ok(removed.kind === 'value' && removed.value.changed)
  })

  it('are followed at once by what this process shows', async () => {
    const id = inventedId(6)
    const shown = async () => {
      const [list, names] = await Promise.all([app.getJson('/world/promoted'), app.getJson('/world/admins')])
      return [JSON.stringify(list.avatars).includes(id), (names.admins as string[]).includes('Momo')]
    }
    assert.deepEqual(await shown(), [false, false])
    const params = { name: 'Momo' }
    const addition = await operator.addPlacement({ body: { subject: id } })
    assert.ok(addition.kind === 'value')
    await operator.addStaff({ params })
    assert.deepEqual(await shown(), [true, true])
    await operator.removePlacement({ params: { id: String(addition.value.placement.id) } })
    await operator.removeStaff({ params })
    assert.deepEqual(await shown(), [false, false])
  })
})
