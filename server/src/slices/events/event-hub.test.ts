import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listen, openHub, type Received } from '../../../tests/support/event-hub.ts'
import { HOUR_MS } from '../../kernel/time.ts'

describe('the event hub', () => {
  it('sends counters with exact values, and moderation, each with the number of the change', async () => {
    const { hub, view, clock, change } = openHub()
    const client = listen(hub)
    await client.received()
    view.views[3] = 71
    change('counts', 3)
    change('blocked', 4)
    change('unblocked', 5)
    await hub.tick()
    const at = new Date(clock.now()).toISOString()
    assert.deepEqual(await client.received(), [
      { id: 1, frame: { type: 'counts', id: 'avtr_3', views: 71, likes: 0, at, seq: 1 } },
      { id: 2, frame: { type: 'blocked', id: 'avtr_4', at, seq: 2 } },
      { id: 3, frame: { type: 'unblocked', id: 'avtr_5', at, seq: 3 } },
    ])
    assert.match(client.text[0]!, /^retry: 3000\n\n$/)
    client.leaving.abort()
    await client.ended
  })

  it('sends the block of an avatar that the catalog does not have', async () => {
    const { hub, view, log, clock } = openHub()
    const client = listen(hub)
    await client.received()
    log.push({ seq: 1, kind: 'blocked', key: 0, atMs: clock.now(), unknownId: 'avtr_unknown' })
    view.seq = 1
    view.slotOfKey = () => -1
    await hub.tick()
    const [{ frame }] = (await client.received()) as [Received]
    assert.deepEqual([frame.type, frame.id], ['blocked', 'avtr_unknown'])
    client.leaving.abort()
  })

  it('sends nothing for changes that are not events', async () => {
    const { hub, change } = openHub()
    const client = listen(hub)
    await client.received()
    for (const kind of ['added', 'updated', 'hidden', 'shown'] as const) change(kind, 1)
    await hub.tick()
    assert.deepEqual(await client.received(), [])
    client.leaving.abort()
  })

  it('sends at most one counters frame per avatar and second, with the latest value', async () => {
    const { hub, view, clock, change } = openHub()
    const client = listen(hub)
    await client.received()
    const values: unknown[] = []
    for (let turn = 0; turn < 10; turn++) {
      view.views[1] = turn
      change('counts', 1)
      change('counts', 1)
      await hub.tick()
      clock.advance(250)
    }
    for (const { frame } of await client.received()) values.push(frame.views)
    assert.deepEqual(values, [0, 4, 8])
    clock.advance(1000)
    await hub.tick()
    assert.equal((await client.received()).at(-1)!.frame.views, 9)
    client.leaving.abort()
  })

  it('resumes after an id without losing postponed counters', async () => {
    const { hub, view, clock, change } = openHub()
    const client = listen(hub)
    await client.received()
    change('counts', 1)
    await hub.tick()
    change('counts', 1)
    change('blocked', 2)
    await hub.tick()
    const seen = await client.received()
    assert.deepEqual(
      seen.map(({ frame }) => frame.type),
      ['counts', 'blocked'],
    )
    client.leaving.abort()
    await client.ended
    view.views[1] = 99
    clock.advance(5000)
    const again = listen(hub, seen.at(-1)!.id)
    const missed = await again.received()
    assert.ok(missed.some(({ frame }) => frame.id === 'avtr_1' && frame.views === 99))
    again.leaving.abort()
  })

  it('repeats a frame after a reconnect with its original number', async () => {
    const { hub, clock, change } = openHub()
    const client = listen(hub)
    await client.received()
    change('counts', 1)
    await hub.tick()
    change('counts', 1)
    change('blocked', 2)
    await hub.tick()
    const seen = await client.received()
    client.leaving.abort()
    await client.ended
    const again = listen(hub, seen.at(-1)!.id)
    clock.advance(1000)
    await hub.tick()
    const numbers = (all: Received[]) => all.map(({ frame }) => [frame.type, frame.id, frame.seq])
    assert.deepEqual(numbers(seen), [
      ['counts', 'avtr_1', 1],
      ['blocked', 'avtr_2', 3],
    ])
    assert.deepEqual(numbers(await again.received()), [
      ['counts', 'avtr_1', 2],
      ['blocked', 'avtr_2', 3],
      ['counts', 'avtr_1', 2],
    ])
    again.leaving.abort()
  })

  it('sends missed events, then new ones', async () => {
    const { hub, change } = openHub()
    change('blocked', 1)
    change('blocked', 2)
    change('counts', 3)
    change('unblocked', 2)
    const client = listen(hub, 1)
    await client.received()
    change('unblocked', 1)
    await hub.tick()
    assert.deepEqual(
      (await client.received()).map(({ id, frame }) => [id, frame.type, frame.id]),
      [
        [2, 'blocked', 'avtr_2'],
        [3, 'counts', 'avtr_3'],
        [4, 'unblocked', 'avtr_2'],
        [5, 'unblocked', 'avtr_1'],
      ],
    )
    client.leaving.abort()
  })

  it('starts with new events for an id beyond the log', async () => {
    const { hub, change } = openHub()
    const client = listen(hub, 1000)
    await client.received()
    change('blocked', 1)
    await hub.tick()
    assert.equal((await client.received()).length, 1)
    client.leaving.abort()
  })

  it('continues at the end of a log that lost its last changes', async () => {
    const { hub, view, log, change } = openHub()
    const client = listen(hub)
    await client.received()
    for (const key of [1, 2, 3]) change('blocked', key)
    await hub.tick()
    log.length = 1
    view.seq = 1
    await hub.tick()
    change('blocked', 4)
    await hub.tick()
    assert.deepEqual(
      (await client.received()).map(({ id, frame }) => [id, frame.id]),
      [
        [1, 'avtr_1'],
        [2, 'avtr_2'],
        [3, 'avtr_3'],
        [2, 'avtr_4'],
      ],
    )
    client.leaving.abort()
  })

  it('sends no counters of hidden avatars', async () => {
    const { hub, view, change } = openHub()
    const client = listen(hub)
    await client.received()
    change('counts', 1)
    view.hide(1)
    await hub.tick()
    assert.deepEqual(await client.received(), [])
    client.leaving.abort()
  })

  it('sends a heartbeat after fifteen seconds without events', async () => {
    const { hub, clock } = openHub()
    const client = listen(hub)
    await client.received()
    await hub.tick()
    clock.advance(15_000)
    await hub.tick()
    await client.received()
    assert.match(client.text.at(-1)!, /^: .*\n\n$/)
    client.leaving.abort()
  })

  it('continues when the clock is set back', async () => {
    const { hub, clock, change } = openHub()
    const client = listen(hub)
    await client.received()
    change('counts', 1)
    await hub.tick()
    clock.advance(-HOUR_MS)
    change('counts', 1)
    await hub.tick()
    assert.equal((await client.received()).length, 2)
    clock.advance(-HOUR_MS)
    await hub.tick()
    await client.received()
    assert.match(client.text.at(-1)!, /^: /)
    client.leaving.abort()
  })

  it('sends a stream that follows some avatars only their events, live and missed', async () => {
    const { hub, change } = openHub()
    const ids = new Set(['avtr_2', 'avtr_3'])
    change('blocked', 1)
    change('blocked', 2)
    const [some, all] = [listen(hub, 0, { ids }), listen(hub, 0)]
    await some.received()
    change('counts', 3)
    change('counts', 4)
    change('unblocked', 2)
    await hub.tick()
    const about = async (client: typeof some) =>
      (await client.received()).map(({ id, frame }) => [id, frame.type, frame.id])
    assert.deepEqual(await about(some), [
      [2, 'blocked', 'avtr_2'],
      [3, 'counts', 'avtr_3'],
      [5, 'unblocked', 'avtr_2'],
    ])
    assert.equal((await about(all)).length, 5)
    some.leaving.abort()
    all.leaving.abort()
    await Promise.all([some.ended, all.ended])
    assert.equal(hub.size, 0)
  })

  it('tells a stream that follows some avatars where to resume, while only others have events', async () => {
    const { hub, clock, change } = openHub()
    const client = listen(hub, null, { ids: new Set(['avtr_2']) })
    await client.received()
    for (let second = 0; second < 15; second++) {
      change('blocked', 1)
      await hub.tick()
      clock.advance(1000)
    }
    await hub.tick()
    await client.received()
    assert.equal(client.text.at(-1), ': still here\nid: 15\n\n')
    client.leaving.abort()
  })
})
