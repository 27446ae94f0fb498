import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { childOf, childrenOf, readXml } from '../support/xml.ts'

const ANNA = 'usr_00000000-0000-4000-8000-0000000000a1'
const entryIds = (...avatarNumbers: number[]) =>
  avatarNumbers.map(number => `urn:uuid:${inventedId(number).slice(5)}`)

describe('feeds', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS, env: { FLUSH_INTERVAL_MS: '10' } })
  })
  after(() => app[Symbol.asyncDispose]())

  const read = async (path: string) => {
    const response = await app.get(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
    const feed = readXml(await response.text())
    const ids = childrenOf(feed, 'entry').map(entry => childOf(entry, 'id').text)
    const self = childrenOf(feed, 'link').find(({ attributes }) => attributes.rel === 'self')!.attributes
      .href!
    return { response, ids, self: new URL(self), title: childOf(feed, 'title').text }
  }

  it('of the newest avatars begin with what was added last', async () => {
    const { ids, self, title } = await read('/feeds/newest.atom')
    assert.deepEqual(ids, entryIds(8, 7, 6, 5, 4, 3, 2, 1))
    assert.equal(self.pathname, '/api/feeds/newest.atom')
    assert.equal(title, 'Newest avatars')
  })

  it('of an author contain only their avatars, and have their name', async () => {
    const { ids, title, self } = await read(`/feeds/author/${ANNA}.atom`)
    assert.deepEqual(ids, entryIds(7, 2, 1))
    assert.equal(title, 'Avatars by Anna')
    assert.equal(self.pathname, `/api/feeds/author/${ANNA}.atom`)
    assert.deepEqual((await read('/feeds/author/AbCdEfGhIj.atom')).ids, [])
  })

  it('of a tag contain the avatars that have it, in whatever form it is written', async () => {
    for (const tag of ['fox', 'author_tag_FOX']) {
      const { ids, self } = await read(`/feeds/tag/${tag}.atom`)
      assert.ok(ids.includes(entryIds(1)[0]!) && ids.includes(entryIds(2)[0]!))
      assert.equal(self.pathname, '/api/feeds/tag/fox.atom')
    }
    const { ids, self } = await read('/feeds/tag/v1.2%20%E7%8B%90.atom')
    assert.deepEqual(ids, [])
    assert.deepEqual((await read(self.pathname.replace('/api', ''))).self.href, self.href)
  })

  it('do not exist for anything but an author or a tag', async () => {
    for (const path of [
      '/feeds/author/Anna.atom',
      '/feeds/tag/_.atom',
      '/feeds/other.atom',
      '/feeds/tag/fox',
    ]) {
      const response = await app.get(path)
      assert.deepEqual(
        [response.status, ((await response.json()) as { code: string }).code],
        [404, 'not_found'],
        path,
      )
    }
  })

  it('are answered 304 when repeated, even after counters changed', async () => {
    const { response } = await read('/feeds/newest.atom')
    const etag = response.headers.get('etag')!
    await app.get(`/world/avatar/${inventedId(3)}`)
    await app.settle()
    const { avatars } = (await app.getJson(`/avatars/search?q=${inventedId(3)}`)) as {
      avatars: { views: number }[]
    }
    assert.equal(avatars[0]!.views, 71)
    const again = await app.get('/feeds/newest.atom', { headers: { 'If-None-Match': etag } })
    assert.equal(again.status, 304)
  })

  it('lose an avatar as soon as it is hidden', async () => {
    await app.get(`/admin/blocks/${inventedId(7)}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason: 'test' }),
    })
    await app.settle()
    assert.ok(!(await read('/feeds/newest.atom')).ids.includes(entryIds(7)[0]!))
    assert.deepEqual((await read(`/feeds/author/${ANNA}.atom`)).ids, entryIds(2, 1))
  })
})
