import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listen, openHub } from '../../../tests/support/event-hub.ts'

describe('the streams of the event hub', () => {
  it('ends the stream of a client that does not read, and keeps the others', async () => {
    let ended = 0
    const { hub, change } = openHub(1000, 10, 0, () => ended++)
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
    const { hub, clock, change } = openHub(100_000, 2000)
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

  it('reads for one resuming stream per turn of the event loop, however many there are', async () => {
    const { hub, change, reads } = openHub()
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

  it('reads once for all streams that missed the same events, until the catalog changes', async () => {
    const { hub, view, change, reads } = openHub()
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

  it('reads nothing for streams whose clients disconnected while they waited', async () => {
    const { hub, change, reads } = openHub()
    for (let key = 0; key < 20; key++) change('blocked', key % 10)
    const clients = Array.from({ length: 20 }, (_, since) => listen(hub, since))
    for (const client of clients.slice(1)) client.leaving.abort()
    await Promise.all(clients.slice(1).map(({ ended }) => ended))
    assert.equal((await clients[0]!.received()).length, 20)
    assert.deepEqual([reads(), hub.size], [1, 1])
    clients[0]!.leaving.abort()
  })

  it('reads again after a read that failed', async () => {
    const { hub, change, failNext } = openHub()
    change('blocked', 1)
    failNext()
    await assert.rejects(listen(hub, 0).ended, /away/)
    const client = listen(hub, 0)
    assert.equal((await client.received()).length, 1)
    client.leaving.abort()
  })

  it('ends every stream when it closes, and accepts no more', async () => {
    const { hub } = openHub()
    const client = listen(hub)
    await client.received()
    hub.close()
    await client.ended
    assert.equal(hub.size, 0)
    const late = listen(hub)
    await late.ended
  })

  it('bounds the open streams of one client', async () => {
    const { hub } = openHub(100_000, 10, 2)
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
