import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ErrorBody } from '@avatary/contract/errors'
import { VRCX_NO_DATE } from '@avatary/contract/vrcx'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import { readRecord } from '../../src/slices/interop/read-record.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { VrcxClient } from '../support/vrcx-client.ts'

const NOW = Date.UTC(2026, 0, 1)
const ANNA = 'usr_00000000-0000-4000-8000-0000000000a1'

describe('VRCX with this server as its remote avatar database', () => {
  const dataset = createDataset({ size: 3000, now: NOW })
  const records = Array.from({ length: dataset.size }, (_, i) => dataset.record(i))
  const listed = records.filter(({ releaseStatus }) => releaseStatus === 'public')
  let app: TestApp
  let base: string
  let vrcx: VrcxClient
  before(async () => {
    const avatars = records.map(record => {
      const reading = readRecord({ ...record, releaseStatus: 'public' }, { nowMs: NOW, addedAt: 'kept' })
      assert.ok(reading.kind === 'patch')
      return { ...reading.patch, isActive: record.releaseStatus === 'public' }
    })
    app = await startTestApp({ avatars: [...avatars, ...INVENTED_AVATARS] })
    base = `${app.origin}/api/integrations/vrcx`
    vrcx = new VrcxClient([base])
  })
  after(() => app[Symbol.asyncDispose]())

  it('finds by text what the search of the site finds, in any script', async () => {
    for (const text of ['fox', '桔梗の浴衣', 'fancy cat', 'ANNA', 'マヌカ', 'no such avatar anywhere']) {
      const found = await vrcx.search(text)
      const query = new URLSearchParams({ q: text, sort: 'popular', limit: '60' })
      const { total, avatars } = (await app.getJson(`/avatars/search?${query}`)) as {
        total: number
        avatars: { id: string }[]
      }
      assert.equal(found!.size, total, text)
      assert.deepEqual(
        [...found!.keys()].slice(0, 60),
        avatars.map(({ id }) => id),
      )
    }
    assert.ok((await vrcx.search('fox'))!.size > 4)
    assert.equal(await vrcx.search('fo'), null)
  })

  it('finds an avatar by its id alone', async () => {
    const id = listed[7]!.id
    assert.deepEqual([...(await vrcx.search(id))!.keys()], [id])
    const response = await fetch(`${base}?search=${id}&n=5`)
    assert.deepEqual(
      ((await response.json()) as { id: string }[]).map(avatar => avatar.id),
      [id],
    )
  })

  it('gets each avatar with the fields of the platform', async () => {
    const record = listed.find(({ imageUrl, platforms }) => imageUrl !== '' && platforms.length > 1)!
    const shown = (await vrcx.search(record.id))!.get(record.id)!
    const { id, name, description, authorId, authorName, thumbnailImageUrl, tags, platforms } = record
    assert.deepEqual(shown, {
      id,
      name,
      description,
      authorId,
      authorName,
      thumbnailImageUrl,
      tags,
      platforms,
      imageUrl: thumbnailImageUrl,
      performance: record.performance,
      created_at: record.created_at,
      updated_at: record.updated_at,
      releaseStatus: 'public',
    })
  })

  it('finds all that an author has, and nobody else', async () => {
    const found = await vrcx.byAuthor(ANNA)
    assert.deepEqual([...found.keys()], [2, 1, 7].map(inventedId))
    const { authorId } = listed[3]!
    const own = listed.filter(record => record.authorId === authorId).map(({ id }) => id)
    assert.deepEqual([...(await vrcx.byAuthor(authorId)).keys()].sort(), own.sort())
    for (const nobody of ['usr_00000000-0000-4000-8000-00000000dead', 'Anna', 'AbCdEfGhIj', 'usr_'])
      assert.equal((await vrcx.byAuthor(nobody)).size, 0)
  })

  it('finds the avatar of an image file, and falls back to the author where no provider knows it', async () => {
    for (const record of listed.slice(0, 50).filter(({ imageUrl }) => imageUrl !== '')) {
      const { id, authorId, imageUrl } = record
      assert.deepEqual(await vrcx.byImage(authorId, imageUrl), { id, by: 'file' })
    }
    const withUnreachable = new VrcxClient([base, 'http://127.0.0.1:9/nowhere'])
    const [first] = INVENTED_AVATARS
    assert.deepEqual(await withUnreachable.byImage(ANNA, first!.imageUrl!), { id: first!.id, by: 'file' })
    const unknown = 'https://api.vrchat.cloud/api/1/file/file_00000000-0000-4000-8000-00000000dead/1/file'
    assert.equal(await vrcx.byImage(ANNA, unknown), null)
  })

  it('never sees what is not listed, whatever it requests', async () => {
    const hidden = records.find(
      ({ releaseStatus, imageUrl }) => releaseStatus !== 'public' && imageUrl !== '',
    )!
    const { id, authorId, imageUrl } = hidden
    assert.equal((await vrcx.search(id))!.size, 0)
    assert.equal((await vrcx.byAuthor(authorId)).has(id), false)
    assert.equal(await vrcx.byImage(authorId, imageUrl), null)
  })

  it('is answered as documented when nothing matches or its request is empty', async () => {
    const missing = await fetch(`${base}?fileId=file_00000000-0000-4000-8000-00000000dead`)
    assert.deepEqual([missing.status, ((await missing.json()) as ErrorBody).code], [404, 'avatar_not_found'])
    const nothing = await fetch(base)
    assert.deepEqual([nothing.status, ((await nothing.json()) as ErrorBody).code], [400, 'invalid_parameter'])
    for (const blank of ['%20', '+', '%E3%80%80%0A', '%E2%80%8B', '%22%22']) {
      const refusal = await fetch(`${base}?search=${blank}`)
      const { code, error } = (await refusal.json()) as ErrorBody
      assert.deepEqual([refusal.status, code], [400, 'invalid_parameter'], blank)
      assert.match(error, /`search` must have something to look for/)
    }
    const sizes = [
      ['n=7', 7],
      ['n=0', 1],
      ['n=99999', (await vrcx.search('fox'))!.size],
      ['', (await vrcx.search('fox'))!.size],
    ] as const
    for (const [query, size] of sizes) {
      const answer = await fetch(`${base}?search=fox&${query}`)
      assert.equal(((await answer.json()) as []).length, size, query)
    }
  })

  it('gets a fixed date for one that is unknown', async () => {
    const avatars = [{ id: inventedId(1), name: 'Dateless', imageUrl: INVENTED_AVATARS[0]!.imageUrl! }]
    await using other = await startTestApp({ avatars })
    const client = new VrcxClient([`${other.origin}/api/integrations/vrcx`])
    const { created_at, updated_at } = (await client.search('dateless'))!.get(inventedId(1))!
    assert.deepEqual([created_at, updated_at], [VRCX_NO_DATE, VRCX_NO_DATE])
  })

  it('gets all matches in one compressed answer, and 304 when it has them already', async () => {
    const headers = { 'Accept-Encoding': 'br' }
    const response = await fetch(`${base}?search=a&n=5000`, { headers })
    const found = (await response.json()) as unknown[]
    assert.ok(found.length > 300, String(found.length))
    assert.equal(response.headers.get('content-encoding'), 'br')
    const again = await fetch(`${base}?search=a&n=5000`, {
      headers: { ...headers, 'If-None-Match': response.headers.get('etag')! },
    })
    assert.equal(again.status, 304)
  })
})
