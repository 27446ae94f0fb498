import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMembers } from './members.ts'
import { type MembershipSim, startMembershipSim } from './membership-sim.ts'

const now = () => 0

interface Document {
  data: { id: string; attributes: object; relationships?: object }[]
  included?: { id: string; type: string; attributes: object }[]
  meta: { pagination: { total: number; cursors?: { next: string } } }
}

async function ask(sim: MembershipSim, query: Record<string, string> = {}, headers: object = {}) {
  const answer = await fetch(`${sim.url}/campaigns/${sim.campaignId}/members?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${sim.accessToken}`, 'User-Agent': 'test/1', ...headers },
  })
  return { status: answer.status, body: (await answer.json().catch(() => null)) as Document }
}

describe('the simulated membership platform', () => {
  it('makes the same members for the same seed, some of every state', () => {
    const members = createMembers({ count: 90, seed: 7 })
    assert.deepEqual(createMembers({ count: 90, seed: 7 }), members)
    assert.equal(new Set(members.map(({ id }) => id)).size, 90)
    const states = new Set(members.map(({ status }) => status))
    assert.deepEqual([...states].map(String).toSorted(), [
      'active_patron',
      'declined_patron',
      'former_patron',
      'null',
    ])
  })

  it('answers only type and id unless the query names fields', async () => {
    await using sim = await startMembershipSim({ now })
    const bare = await ask(sim, { 'page[count]': '2' })
    assert.deepEqual(
      bare.body.data.map(({ attributes, relationships }) => [attributes, relationships]),
      [
        [{}, undefined],
        [{}, undefined],
      ],
    )
    assert.equal(bare.body.included, undefined)
    const full = await ask(sim, {
      include: 'currently_entitled_tiers',
      'fields[member]': 'full_name,patron_status',
      'fields[tier]': 'title',
    })
    const [first] = full.body.data
    assert.deepEqual(Object.keys(first!.attributes), ['full_name', 'patron_status'])
    assert.ok(full.body.included!.every(({ type, attributes }) => type === 'tier' && 'title' in attributes))
  })

  it('answers pages by cursors until the last one', async () => {
    await using sim = await startMembershipSim({ now, members: createMembers({ count: 25, seed: 1 }) })
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await ask(sim, { 'page[count]': '10', ...(cursor && { 'page[cursor]': cursor }) })
      assert.equal(body.meta.pagination.total, 25)
      ids.push(...body.data.map(({ id }) => id))
      cursor = body.meta.pagination.cursors?.next
    } while (cursor !== undefined)
    assert.equal(new Set(ids).size, 25)
    assert.equal(sim.requests.length, 3)
    assert.equal((await ask(sim, { 'page[cursor]': 'made up' })).status, 400)
  })

  it('refuses requests without user agent or token, and too many requests', async () => {
    await using sim = await startMembershipSim({ now })
    assert.equal((await ask(sim, {}, { 'User-Agent': '' })).status, 403)
    assert.equal((await ask(sim, {}, { Authorization: 'Bearer wrong' })).status, 401)
    sim.throttle(1, 12)
    const { status, body } = await ask(sim)
    assert.equal(status, 429)
    const [error] = (body as unknown as { errors: object[] }).errors
    assert.deepEqual({ ...error }, { ...error, code_name: 'RequestThrottled', retry_after_seconds: 12 })
    const statuses = new Set<number>()
    for (let n = 0; n < 101; n++) statuses.add((await ask(sim, { 'page[count]': '1' })).status)
    assert.deepEqual([...statuses], [200, 429])
  })
})
