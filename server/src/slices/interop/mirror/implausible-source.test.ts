import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeSource } from '../../../../tests/support/fake-source.ts'
import { assertSame, id, mirroring, START } from '../../../../tests/support/mirroring.ts'
import { PACE_MS, SourceError } from './source-client.ts'

const avatarOf = (n: number) => ({ id: id(n), name: `Fox ${n}`, addedAt: new Date(START - n).toISOString() })
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => avatarOf(first + i))
const upsertsFrom = (first: number, count: number) =>
  rowsFrom(first, count).map((avatar, i) => ({ seq: first + i, type: 'upsert', avatar }))

let unseen = 0
const neverSeen = () => {
  unseen += 1000
  return unseen
}

/** By what a source does wrong: its answer to a page of its list at an offset, and the error of the mirror. */
const IMPLAUSIBLE_LISTS: Record<string, { page: (offset: number) => object; says: RegExp }> = {
  'names the same next page again and again': {
    page: offset => ({ total: 3000, nextOffset: 1000, avatars: rowsFrom(offset, 1000) }),
    says: /\/avatars\/all does not go on after offset 1000: it names 1000 as the next/,
  },
  'names an earlier page as the next': {
    page: offset => ({ total: 3000, nextOffset: offset === 0 ? 1000 : 500, avatars: rowsFrom(offset, 1000) }),
    says: /does not go on after offset 1000: it names 500/,
  },
  'gives more and more avatars than it lists': {
    page: offset => ({ total: 20, nextOffset: offset + 1000, avatars: rowsFrom(offset, 1000) }),
    says: /said that it lists 20 avatars, and has no end after 11000 on 11 pages/,
  },
  'lists more with each page': {
    page: offset => ({ total: 20 + offset * 2, nextOffset: offset + 1000, avatars: rowsFrom(offset, 1000) }),
    says: /said that it lists 20 avatars, and has no end/,
  },
  'gives one avatar a page without end': {
    page: offset => ({ total: 20, nextOffset: offset + 2, avatars: rowsFrom(offset, 1) }),
    says: /said that it lists 20 avatars, and has no end after \d+ on 103 pages/,
  },
  'gives empty pages without end': {
    page: offset => ({ total: 0, nextOffset: offset + 1000, avatars: [] }),
    says: /lists 0 avatars, and names 1000 as the next offset/,
  },
  'has other avatars whenever it is asked again': {
    page: offset => ({ total: 5000, nextOffset: offset + 1000, avatars: rowsFrom(neverSeen(), 1000) }),
    says: /said that it lists 5000 avatars, and has no end after \d+ on \d+ pages/,
  },
  'gives a page of more than was asked for': {
    page: () => ({ total: 5000, nextOffset: null, avatars: rowsFrom(0, 1001) }),
    says: /gave 1001 avatars where 1000 were asked for/,
  },
  'says that it lists more than any source does': {
    page: offset => ({ total: 2 ** 50, nextOffset: offset + 1000, avatars: rowsFrom(offset, 1000) }),
    says: /says that it lists 1125899906842624 avatars/,
  },
}

for (const [problem, { page, says }] of Object.entries(IMPLAUSIBLE_LISTS)) {
  test(`a copy ends with an error that says that the source ${problem}`, async t => {
    const { source, catchUp, passedMs } = await mirroring(t)
    source.answerInstead = ({ pathname, searchParams }) =>
      pathname.endsWith('/all') ? page(Number(searchParams.get('offset'))) : undefined
    await assert.rejects(catchUp(), error => error instanceof SourceError && says.test(error.message))
    assert.ok(source.requests.length <= 125, `${source.requests.length} requests`)
    assert.ok(passedMs() >= (source.requests.length - 1) * PACE_MS, 'two requests a second')
  })
}

const IMPLAUSIBLE_CHANGES: Record<string, { page: (since: number) => object; says: RegExp }> = {
  'stays at the same cursor': {
    page: since => ({ changes: [], next: since, hasMore: true }),
    says: /\/avatars\/changes says that there is more after 5, and stays there/,
  },
  'goes back': {
    page: since => ({ changes: [], next: since - 2, hasMore: true }),
    says: /goes back from 5 to 3/,
  },
  'goes on without end': {
    page: since => ({ changes: upsertsFrom(since + 1, 10), next: since + 100_000, hasMore: true }),
    says: /gives changes up to 600005, and 5 as the cursor to start from/,
  },
  'goes on by one, and says that there is more, without end': {
    page: since => ({ changes: [], next: since + 1, hasMore: true }),
    says: /says after each of 100 pages that there is more, and hardly advances the cursor/,
  },
  'gives more changes than it has numbers for': {
    page: since => ({ changes: upsertsFrom(1, 1000), next: since + 1, hasMore: true }),
    says: /gave 1000 changes between 5 and 6/,
  },
  'gives a page of more than was asked for': {
    page: since => ({ changes: upsertsFrom(1, 1001), next: since + 2000, hasMore: false }),
    says: /gave 1001 changes where 1000 were asked for/,
  },
}

for (const [problem, { page, says }] of Object.entries(IMPLAUSIBLE_CHANGES)) {
  test(`following ends with an error that says that the feed of changes ${problem}`, async t => {
    const { source, catchUp, passedMs } = await mirroring(t, { avatars: 5 })
    source.answerInstead = ({ searchParams }) =>
      searchParams.has('since') ? page(Number(searchParams.get('since'))) : undefined
    await assert.rejects(catchUp(), error => error instanceof SourceError && says.test(error.message))
    assert.ok(passedMs() >= (source.requests.length - 1) * PACE_MS, 'two requests a second')
  })
}

test('following ends when the feed and the start cursor both advance for ever', async t => {
  const { source, catchUp } = await mirroring(t, { avatars: 5 })
  let newest = 5
  source.answerInstead = ({ pathname, searchParams }) => {
    if (!pathname.endsWith('/changes')) return undefined
    newest += 400_000
    if (!searchParams.has('since')) return { changes: [], next: newest, hasMore: false }
    return { changes: [], next: Number(searchParams.get('since')) + 400_000, hasMore: true }
  }
  await assert.rejects(catchUp(), /gives changes up to \d+, and \d+ as the cursor to start from/)
  assert.ok(source.requests.length < 50)
})

test('a mirror that is far behind follows all changes, including those made since it started', async t => {
  const { source, catchUp } = await mirroring(t, { avatars: 5 })
  let last = 0
  source.answerInstead = ({ pathname, searchParams }) => {
    if (!pathname.endsWith('/changes')) return undefined
    const since = Number(searchParams.get('since') ?? 5)
    if (!searchParams.has('since')) return { changes: [], next: Math.max(5, last - 300_000), hasMore: false }
    last = Math.min(since + 200_000, 2_000_000)
    return { changes: upsertsFrom(since + 1, 1), next: last, hasMore: last < 2_000_000 }
  }
  const counts = await catchUp()
  assert.equal(last, 2_000_000)
  assert.equal(counts.added, 5 + 10)
})

test('a redirect to another host is not followed', async t => {
  const { source, catchUp } = await mirroring(t, { avatars: 5 })
  const other = await FakeSource.start(t)
  for (const location of [`${other.baseUrl}/avatars/changes`, 'http://[', 'file:///etc/passwd']) {
    source.answerInstead = (_, response) => {
      response.writeHead(302, { Location: location }).end()
      return 'answered'
    }
    await assert.rejects(
      catchUp(),
      /\/avatars\/changes redirects to .*: if that is the source, name it instead/,
    )
  }
  assert.deepEqual(other.requests, [])
})

test('redirects on the same host are followed, but not endlessly', async t => {
  const { source, catchUp, listed } = await mirroring(t, { avatars: 5 })
  source.answerInstead = ({ pathname, searchParams, href }, response) => {
    if (searchParams.has('moved')) return undefined
    const target = `${href}${href.includes('?') ? '&' : '?'}moved=1`
    response.writeHead(308, {
      Location: pathname.endsWith('/all') ? target.replace(/^http:..[^/]+/, '') : target,
    })
    response.end()
    return 'answered'
  }
  await catchUp()
  assertSame(await listed(), source.ids)
  source.requests.length = 0
  source.answerInstead = ({ href }, response) => {
    response.writeHead(301, { Location: href }).end()
    return 'answered'
  }
  await assert.rejects(catchUp(), /\/avatars\/changes redirects more than 3 times/)
  assert.equal(source.requests.length, 4)
})
