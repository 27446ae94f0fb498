import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Misbehaviour } from '../../../../tests/support/fake-source.ts'
import { assertSame, id, mirroring, START } from '../../../../tests/support/mirroring.ts'
import { contentsOf } from '../../../../tests/support/sqlite-catalog.ts'
import { SourceError, StoppedError } from './source-client.ts'

test('a mirror takes a cursor, copies all pages, and applies changes made meanwhile', async t => {
  const { source, catchUp, listed, store } = await mirroring(t, { avatars: 25 })
  source.pageSize = 10
  source.beforePage = offset => {
    if (offset === 9) source.list(id(100), 'Late', START)
  }
  const counts = await catchUp()
  assert.deepEqual(source.requests, [
    '/avatars/changes',
    '/avatars/all?sort=recent&offset=0&limit=1000',
    '/avatars/all?sort=recent&offset=9&limit=1000',
    '/avatars/all?sort=recent&offset=18&limit=1000',
    '/avatars/changes?since=25&limit=1000',
  ])
  assertSame(await listed(), source.ids)
  assert.equal(counts.added, 26)
  assert.equal((await contentsOf(store)).get(id(3))?.addedAtMs, START - 1_000_000 + 3000)
  assert.equal(source.headers['user-agent'], 'Avatary/test')
})

test('avatars removed between two pages leave no gap in the copy', async t => {
  const { source, catchUp, listed } = await mirroring(t, { avatars: 100 })
  source.pageSize = 20
  let removed = 99
  source.beforePage = offset => {
    if (offset > 0 && removed > 80) for (let i = 0; i < 7; i++) source.unlist(id(removed--))
  }
  await catchUp()
  assertSame(await listed(), source.ids)
})

test('a mirror follows additions, edits and removals', async t => {
  const { source, catchUp, listed, store } = await mirroring(t, { avatars: 3 })
  await catchUp()
  source.list(id(7), 'New', START)
  source.list(id(1), 'Edited', START)
  source.unlist(id(2))
  const counts = await catchUp()
  assert.deepEqual(counts, { added: 1, updated: 1, unchanged: 0, hidden: 1, skipped: 0 })
  assertSame(await listed(), [id(0), id(1), id(7)])
  assert.equal((await contentsOf(store)).get(id(1))?.name, 'Edited')
  source.list(id(2), 'Back', START)
  await catchUp()
  assertSame(await listed(), source.ids)
})

test('only avatars that came from the source are hidden with it', async t => {
  const { source, catchUp, listed, store } = await mirroring(t, { avatars: 3 })
  await store.saveMany(
    [
      { id: id(1), name: 'Ours' },
      { id: id(50), name: 'Ours too' },
    ],
    START,
  )
  await catchUp()
  source.unlist(id(1))
  source.unlist(id(2))
  await catchUp()
  assertSame(await listed(), [id(0), id(1), id(50)])
})

test('an avatar hidden here stays hidden when a source lists it from which it did not come', async t => {
  const { catchUp, listed, store } = await mirroring(t, { avatars: 2 })
  await store.saveMany([{ id: id(1), name: 'Private', isActive: false }], START)
  await catchUp()
  assertSame(await listed(), [id(0)])
})

test('after an expired cursor the mirror copies again, and hides avatars that are gone', async t => {
  const { source, catchUp, listed } = await mirroring(t, { avatars: 5 })
  await catchUp()
  source.unlist(id(2))
  source.list(id(9), 'New', START)
  source.firstSeq = 7
  source.requests.length = 0
  await catchUp()
  assert.equal(source.requests.filter(path => path.startsWith('/avatars/all')).length, 1)
  assertSame(await listed(), source.ids)
})

test('a source whose cursors are always expired is given up', async t => {
  const { source, catchUp } = await mirroring(t, { avatars: 5 })
  source.firstSeq = 1000
  await assert.rejects(catchUp(), /deletes changes faster/)
})

test('a source that lists far fewer avatars than before hides nothing, unless that is accepted', async t => {
  const { source, catchUp, listed } = await mirroring(t, { avatars: 120 })
  await catchUp()
  for (let n = 0; n < 119; n++) source.unlist(id(n))
  source.firstSeq = 239
  await assert.rejects(catchUp(), /lists only 1 of 120.*--accept-shrink/)
  assert.equal((await listed()).length, 120)
  source.firstSeq = 0
  await catchUp({ acceptShrink: true })
  assertSame(await listed(), source.ids)
})

test('a stopped copy resumes where it stopped', async t => {
  const { source, open, catchUp, stopping, listed } = await mirroring(t, { avatars: 50 })
  source.pageSize = 10
  const broken: Misbehaviour = response => void response.destroy()
  source.misbehave = [undefined, undefined, undefined, broken, broken, broken, broken, broken]
  await assert.rejects(catchUp(), SourceError)
  source.requests.length = 0
  await catchUp()
  assert.equal(source.requests[0], '/avatars/all?sort=recent&offset=18&limit=1000')
  assertSame(await listed(), source.ids)
  stopping.abort()
  await assert.rejects((await open()).catchUp(), StoppedError)
})

const status =
  (code: number, headers: Record<string, string> = {}): Misbehaviour =>
  response =>
    void response.writeHead(code, headers).end('{"error":"no"}')

const FAULTS: Record<string, { misbehave: Misbehaviour; pause: number }> = {
  'answers 500': { misbehave: status(500), pause: 750 },
  'answers 503 and when to come back': { misbehave: status(503, { 'Retry-After': '7' }), pause: 7750 },
  'answers 429 and when to come back': { misbehave: status(429, { 'Retry-After': '60' }), pause: 60_750 },
  'answers 429 with a date': {
    misbehave: status(429, { 'Retry-After': new Date(START + 30_000).toUTCString() }),
    pause: 30_750,
  },
  'answers 429 and nothing else': { misbehave: status(429), pause: 750 },
  'wants to be left alone for a year': {
    misbehave: status(429, { 'Retry-After': '31536000' }),
    pause: 300_750,
  },
  'answers garbage': { misbehave: response => void response.end('<html>oops'), pause: 750 },
  'answers JSON of another kind': { misbehave: response => void response.end('{"avatars":7}'), pause: 750 },
  'answers a list of nothing known': {
    misbehave: response => void response.end('{"changes":[{"type":"?"}],"next":1,"hasMore":false}'),
    pause: 750,
  },
  'breaks off': {
    misbehave: response => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"changes":[')
      setImmediate(() => response.destroy())
    },
    pause: 750,
  },
  'closes without a word': { misbehave: response => void response.destroy(), pause: 750 },
}

for (const [fault, { misbehave, pause }] of Object.entries(FAULTS)) {
  test(`a source that ${fault} is retried after a pause`, async t => {
    const { source, catchUp, pauses, listed } = await mirroring(t, { avatars: 3 })
    source.misbehave = [misbehave]
    await catchUp()
    assert.deepEqual(pauses, [pause])
    assertSame(await listed(), source.ids)
  })
}

test('a request to a silent source is ended at its deadline and retried', async t => {
  const { source, catchUp, pauses, deadlines, listed } = await mirroring(t, { avatars: 3 })
  const silent: Misbehaviour = () => deadlines.at(-1)!.abort(new DOMException('late', 'TimeoutError'))
  const slow: Misbehaviour = response => {
    response.write('{"changes":')
    setImmediate(() => deadlines.at(-1)!.abort(new DOMException('late', 'TimeoutError')))
  }
  source.misbehave = [silent, slow]
  await catchUp()
  assert.deepEqual(pauses, [750, 1500])
  assertSame(await listed(), source.ids)
})

test('a source that keeps failing is given up, and one that refuses is given up at once', async t => {
  const { source, catchUp, pauses } = await mirroring(t, { avatars: 3, maxAttempts: 4 })
  source.misbehave = Array.from({ length: 10 }, () => status(502))
  await assert.rejects(catchUp(), /answered 502; given up after 4 attempts/)
  assert.deepEqual(pauses, [750, 1500, 3000])
  source.misbehave = [status(404)]
  await assert.rejects(catchUp(), /answered 404: is this the address of an Avatary/)
})

test('an exhausted rate limit delays the next request to that endpoint', async t => {
  const { source, catchUp, pauses } = await mirroring(t, { avatars: 25 })
  source.pageSize = 10
  source.answerHeaders = { 'RateLimit-Limit': '30', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '40' }
  await catchUp()
  assert.deepEqual(pauses, [40_250, 40_250])
})

test('an unchanged answer is not sent again', async t => {
  const { source, open } = await mirroring(t, { avatars: 3 })
  const mirror = await open()
  await mirror.catchUp()
  assert.equal(source.headers['if-none-match'], undefined)
  await mirror.catchUp()
  assert.match(source.headers['if-none-match'] ?? '', /^"/)
})

test('an answer longer than any page is not read to its end', async t => {
  const { source, catchUp, pauses, listed } = await mirroring(t, { avatars: 3 })
  let sent = 0
  source.misbehave = [
    response => {
      const mebibyte = Buffer.alloc(1 << 20, ' ')
      const more = () => {
        while (!response.destroyed && response.write(mebibyte)) sent++
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
  ]
  await catchUp()
  assert.equal(pauses.length, 1)
  assert.ok(sent < 200, `${sent} MiB were sent`)
  assertSame(await listed(), source.ids)
})

test('avatars of the source that cannot be read are skipped', async t => {
  const { source, catchUp, listed } = await mirroring(t, { avatars: 1 })
  source.list('not an id', 'Fox', START)
  const counts = await catchUp()
  assert.deepEqual([counts.added, counts.skipped > 0], [1, true])
  assertSame(await listed(), [id(0)])
})
