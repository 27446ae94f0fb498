import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { Change, ChangeKind } from '../../avatars/store.ts'
import { EventHub } from './event-hub.ts'

interface Received {
  id: number
  frame: Record<string, unknown>
}

function setUp(maxWaiting = 100_000, avatars = 10, perClient = 0, onTooSlow = () => {}) {
  const view = new FakeView(avatars)
  const clock = new ManualClock()
  const log: Change[] = []
  let reads = 0
  let fails = false
  const store = {
    changes: {
      after: async (after: number, limit: number) => {
        reads++
        if (fails) {
          fails = false
          throw new Error('away')
        }
        return log.filter(({ seq }) => seq > after).slice(0, limit)
      },
    },
  }
  const hub = new EventHub({ store, view, clock, maxWaiting, perClient, onTooSlow })
  const change = (kind: ChangeKind, key: number) => {
    log.push({ seq: log.length + 1, kind, key, atMs: clock.now() })
    view.seq = log.length
  }
  const failNext = () => {
    fails = true
  }
  return { view, clock, log, hub, change, reads: () => reads, failNext }
}

/** A client of the hub: what came so far. */
function listen(
  hub: EventHub,
  since: number | null = null,
  { network = '192.0.2.1', ids = null }: { network?: string; ids?: ReadonlySet<string> | null } = {},
) {
  const leaving = new AbortController()
  const stream = hub.stream({ since, ids }, leaving.signal, network)
  const text: string[] = []
  const ended = (async () => {
    for await (const chunk of stream) text.push(chunk.toString())
  })()
  const received = async (): Promise<Received[]> => {
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    return [...text.join('').matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data]) => ({
      id: Number(id),
      frame: JSON.parse(data!),
    }))
  }
  return { leaving, text, received, ended }
}

describe('the event hub', () => {
  it('sends counters with their exact values, and moderation, with the number of the change', async () => {
    const { hub, view, clock, change } = setUp()
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
    const { hub, view, log, clock } = setUp()
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

  it('sends nothing for changes that are no events', async () => {
    const { hub, change } = setUp()
    const client = listen(hub)
    await client.received()
    for (const kind of ['added', 'updated', 'hidden', 'shown'] as const) change(kind, 1)
    await hub.tick()
    assert.deepEqual(await client.received(), [])
    client.leaving.abort()
  })

  it('sends one counters frame an avatar and second, with the latest value', async () => {
    const { hub, view, clock, change } = setUp()
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
    const { hub, view, clock, change } = setUp()
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

  it('repeats a frame after a reconnect with the number that it had', async () => {
    const { hub, clock, change } = setUp()
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
    const { hub, change } = setUp()
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

  it('starts now for an id beyond the log', async () => {
    const { hub, change } = setUp()
    const client = listen(hub, 1000)
    await client.received()
    change('blocked', 1)
    await hub.tick()
    assert.equal((await client.received()).length, 1)
    client.leaving.abort()
  })

  it('sends no counters of hidden avatars', async () => {
    const { hub, view, change } = setUp()
    const client = listen(hub)
    await client.received()
    change('counts', 1)
    view.hide(1)
    await hub.tick()
    assert.deepEqual(await client.received(), [])
    client.leaving.abort()
  })

  it('sends a heartbeat after fifteen seconds without events', async () => {
    const { hub, clock } = setUp()
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
    const { hub, clock, change } = setUp()
    const client = listen(hub)
    await client.received()
    change('counts', 1)
    await hub.tick()
    clock.advance(-3_600_000)
    change('counts', 1)
    await hub.tick()
    assert.equal((await client.received()).length, 2)
    clock.advance(-3_600_000)
    await hub.tick()
    await client.received()
    assert.match(client.text.at(-1)!, /^: /)
    client.leaving.abort()
  })

  it('ends the stream of a client that does not read, and keeps the others', async () => {
    let ended = 0
    const { hub, change } = setUp(1000, 10, 0, () => ended++)
    const slow = hub.stream({ since: null, ids: null }, new AbortController().signal, '192.0.2.1')
    await slow.next()
    const client = listen(hub)
    await client.received()
    for (let turn = 0; turn < 50; turn++) {
      change('blocked', turn % 10)
      await hub.tick()
      await client.received()
      if (turn === 0) assert.ok(hub.waitingBytes > 0 && hub.waitingBytes < 1000, 'of the slow client alone')
    }
    assert.deepEqual([hub.size, ended, hub.waitingBytes], [1, 1, 0])
    assert.equal((await slow.next()).done, true)
    assert.equal((await client.received()).length, 50)
    client.leaving.abort()
  })

  it('keeps a client that reads, however many events there are', async () => {
    const { hub, clock, change } = setUp(100_000, 2000)
    const client = listen(hub)
    await client.received()
    for (let second = 0; second < 2; second++) {
      for (let key = 0; key < 2000; key++) change('counts', key)
      await hub.tick()
      clock.advance(500)
    }
    for (let key = 0; key < 2000; key++) change(key % 2 ? 'blocked' : 'unblocked', key)
    await hub.tick()
    clock.advance(500)
    await hub.tick()
    assert.deepEqual([(await client.received()).length, hub.size], [6000, 1])
    client.leaving.abort()
  })

  it('reads for one stream that resumes in a turn of the event loop, however many do', async () => {
    const { hub, change, reads } = setUp()
    for (let key = 0; key < 20; key++) change('blocked', key % 10)
    const clients = Array.from({ length: 20 }, (_, since) => listen(hub, since))
    let most = 0
    for (let turn = 0; turn < 50; turn++) {
      const before = reads()
      await nextTurn()
      most = Math.max(most, reads() - before)
    }
    assert.deepEqual([most, reads()], [1, 20])
    for (const [since, client] of clients.entries()) {
      assert.equal((await client.received()).length, 20 - since)
      client.leaving.abort()
    }
  })

  it('reads once for all streams that missed the same, until the catalog changes', async () => {
    const { hub, view, change, reads } = setUp()
    for (let key = 0; key < 5; key++) change('blocked', key)
    const ids = new Set(['avtr_2'])
    const clients = [...Array.from({ length: 20 }, () => listen(hub, 0)), listen(hub, 0, { ids })]
    const missed = await Promise.all(clients.map(client => client.received()))
    assert.deepEqual(
      missed.map(events => events.length),
      [...Array.from({ length: 20 }, () => 5), 1],
    )
    assert.equal(reads(), 1)
    view.version++
    const late = listen(hub, 0)
    assert.equal((await late.received()).length, 5)
    assert.equal(reads(), 2)
    for (const client of [...clients, late]) client.leaving.abort()
  })

  it('reads nothing for streams whose clients left while they waited', async () => {
    const { hub, change, reads } = setUp()
    for (let key = 0; key < 20; key++) change('blocked', key % 10)
    const clients = Array.from({ length: 20 }, (_, since) => listen(hub, since))
    for (const client of clients.slice(1)) client.leaving.abort()
    await Promise.all(clients.slice(1).map(({ ended }) => ended))
    assert.equal((await clients[0]!.received()).length, 20)
    assert.deepEqual([reads(), hub.size], [1, 1])
    clients[0]!.leaving.abort()
  })

  it('reads again after a read that failed', async () => {
    const { hub, change, failNext } = setUp()
    change('blocked', 1)
    failNext()
    await assert.rejects(listen(hub, 0).ended, /away/)
    const client = listen(hub, 0)
    assert.equal((await client.received()).length, 1)
    client.leaving.abort()
  })

  it('sends a stream of some avatars only theirs, live and missed', async () => {
    const { hub, change } = setUp()
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

  it('tells a stream of some avatars where to resume, while only others have events', async () => {
    const { hub, clock, change } = setUp()
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

  it('ends every stream when it closes, and accepts no more', async () => {
    const { hub } = setUp()
    const client = listen(hub)
    await client.received()
    hub.close()
    await client.ended
    assert.equal(hub.size, 0)
    const late = listen(hub)
    await late.ended
  })

  it('bounds the open streams of one client', async () => {
    const { hub } = setUp(100_000, 10, 2)
    const [first, second] = [listen(hub), listen(hub)]
    await second.received()
    assert.equal(hub.isFullFor('192.0.2.1'), true)
    assert.equal(hub.isFullFor('192.0.2.2'), false)
    const third = listen(hub)
    await third.ended
    assert.deepEqual(third.text, [])
    assert.equal(hub.size, 2)
    first.leaving.abort()
    await first.ended
    assert.equal(hub.isFullFor('192.0.2.1'), false)
    hub.close()
  })
})
