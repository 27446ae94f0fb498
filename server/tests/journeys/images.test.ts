import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { idOf } from '../store/fixtures.ts'
import { avatarWithPicture, fileOf, startWithPictures } from '../support/pictures.ts'

/** Reads the size of a PNG from its header. */
async function widthOf(response: Response): Promise<number> {
  return Buffer.from(await response.arrayBuffer()).readUInt32BE(16)
}

async function codeOf(response: Response): Promise<[status: number, code: string]> {
  return [response.status, ((await response.json()) as { code: string }).code]
}

describe('pictures of avatars', () => {
  it('are served in each size, to be kept for a day, and are asked for again at no cost', async t => {
    const { app, sim, picture } = await startWithPictures(t, { avatars: [avatarWithPicture(1)] })
    for (const size of [64, 128, 256, 512, 1024]) {
      const response = await picture(1, `?size=${size}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.equal(response.headers.get('cache-control'), 'public, max-age=86400')
      assert.equal(response.headers.get('etag'), `"${fileOf(1)}-1-${size}"`)
      assert.equal(await widthOf(response), size)
    }
    const fetched = sim.requests.length
    assert.equal(await widthOf(await picture(1)), 256)
    const again = await picture(1, '?size=64', { 'If-None-Match': `"x", "${fileOf(1)}-1-64"` })
    assert.equal(again.status, 304)
    assert.equal(again.headers.get('cache-control'), 'public, max-age=86400')
    assert.equal(sim.requests.length, fetched)
    assert.equal((await app.getJson(`/avatars/search?q=${idOf(1)}`)).total, 1)
  })

  it('are WebP for clients whose Accept names it, made once of the one that was fetched', async t => {
    const { sim, picture } = await startWithPictures(t, { avatars: [avatarWithPicture(1)] })
    const Accept = 'image/avif,image/webp,image/apng,image/*;q=0.8'
    const answers = await Promise.all(Array.from({ length: 5 }, () => picture(1, '?size=512', { Accept })))
    const [webp] = answers as [Response]
    assert.deepEqual(
      ['content-type', 'vary', 'etag'].map(name => webp.headers.get(name)),
      ['image/webp', 'Accept', `"${fileOf(1)}-1-512-webp"`],
    )
    const bytes = Buffer.from(await webp.arrayBuffer())
    assert.equal(bytes.subarray(8, 12).toString(), 'WEBP')
    const again = await picture(1, '?size=512', { Accept, 'If-None-Match': webp.headers.get('etag')! })
    assert.deepEqual([again.status, again.headers.get('vary')], [304, 'Accept'])
    for (const other of ['*/*', 'image/*', 'image/png,image/webp;q=0']) {
      const answer = await picture(1, '?size=512', { Accept: other })
      assert.deepEqual(
        [answer.headers.get('content-type'), answer.headers.get('vary')],
        ['image/png', 'Accept'],
      )
      assert.ok((await answer.arrayBuffer()).byteLength > 2 * bytes.length)
    }
    assert.equal(sim.requests.length, 1)
  })

  it('are fetched once for all requests, without cookies, and with a user agent that names us', async t => {
    const { sim, picture } = await startWithPictures(t, { avatars: [avatarWithPicture(1)] })
    const answers = await Promise.all(Array.from({ length: 30 }, () => picture(1)))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(sim.requests.length, 1)
    const [{ path, headers }] = sim.requests as [(typeof sim.requests)[number]]
    assert.equal(path, `/api/1/image/${fileOf(1)}/1/256`)
    assert.match(headers['user-agent']!, /^Avatary\/\S+ \(operator@example\.org\)$/)
    assert.equal(headers.cookie, undefined)
  })

  it('are those of listed avatars that have one', async t => {
    const { sim, picture } = await startWithPictures(t, {
      avatars: [
        avatarWithPicture(1, { imageUrl: '' }),
        avatarWithPicture(2, { isActive: false }),
        avatarWithPicture(3),
      ],
    })
    assert.deepEqual(await codeOf(await picture(1)), [404, 'image_not_found'])
    assert.deepEqual(await codeOf(await picture(2)), [404, 'avatar_not_found'])
    assert.deepEqual(await codeOf(await picture(9)), [404, 'avatar_not_found'])
    assert.deepEqual(await codeOf(await picture(3, '?size=100')), [400, 'invalid_parameter'])
    assert.equal(sim.requests.length, 0)
  })

  it('are fetched from where the platform sends, but from nowhere else', async t => {
    const { sim, picture } = await startWithPictures(t, {
      avatars: [avatarWithPicture(1), avatarWithPicture(2)],
    })
    sim.setPicture(fileOf(1), {})
    sim.setPicture(fileOf(2), { redirectTo: 'http://127.0.0.1:1/picture.png' })
    assert.equal(await widthOf(await picture(1)), 256)
    assert.deepEqual(await codeOf(await picture(2)), [404, 'image_not_found'])
  })

  it('that are gone are not asked for again for a while', async t => {
    const { sim, clock, picture } = await startWithPictures(t, { avatars: [avatarWithPicture(1)] })
    sim.setPicture(fileOf(1), 'missing')
    for (let i = 0; i < 3; i++) assert.deepEqual(await codeOf(await picture(1)), [404, 'image_not_found'])
    assert.equal(sim.requests.length, 1)
    clock.advance(10 * MINUTE_MS)
    await picture(1)
    assert.equal(sim.requests.length, 2)
  })

  it('come at a pace of their own: beyond it, they come later', async t => {
    const avatars = Array.from({ length: 8 }, (_, i) => avatarWithPicture(i))
    const { sim, clock, picture } = await startWithPictures(t, {
      avatars,
      env: { IMAGE_FETCHES_PER_MINUTE: '10' },
    })
    const statuses = []
    for (let i = 0; i < 8; i++) statuses.push((await picture(i)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 503, 503, 503])
    assert.equal(sim.requests.length, 5)
    const refusal = await picture(7)
    assert.ok(Number(refusal.headers.get('retry-after')) >= 1)
    clock.advance(MINUTE_MS)
    assert.equal((await picture(7)).status, 200)
  })

  it('are fetched for each client, and nobody can use up the pace for all', async t => {
    const avatars = Array.from({ length: 8 }, (_, i) => avatarWithPicture(i))
    const { clock, picture } = await startWithPictures(t, {
      avatars,
      env: { IMAGE_FETCHES_PER_MINUTE: '8', TRUST_PROXY: '127.0.0.1' },
    })
    const statusFor = async (client: string, number: number) =>
      (await picture(number, '', { 'X-Forwarded-For': client })).status
    clock.advance(MINUTE_MS - (clock.now() % MINUTE_MS))
    for (let i = 0; i < 4; i++) {
      assert.equal(await statusFor('192.0.2.1', i), 200)
      clock.advance(8000)
    }
    assert.equal(await statusFor('192.0.2.1', 4), 503)
    assert.equal(await statusFor('192.0.2.1', 0), 200)
    assert.equal(await statusFor('192.0.2.2', 4), 200)
  })

  it('count neither views nor impressions', async t => {
    const { app, picture } = await startWithPictures(t, { avatars: [avatarWithPicture(1)] })
    await picture(1)
    const { avatars } = (await app.getJson(`/world/avatars?ids=${idOf(1)}`)) as {
      avatars: { views: number }[]
    }
    assert.equal(avatars[0]!.views, 0)
  })
})
