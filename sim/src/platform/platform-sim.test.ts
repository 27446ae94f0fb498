import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDataset } from '../dataset/dataset.ts'
import { type PlatformAvatar, startPlatformSim } from './platform-sim.ts'

const dataset = createDataset({ size: 3, now: Date.UTC(2026, 0, 1) })
const avatars = [0, 1, 2].map(i => dataset.platformRecord(i) as PlatformAvatar)
const [first] = avatars as [PlatformAvatar]
const HEADERS = { 'user-agent': 'Avatary/0.1 operator@example.org', cookie: 'auth=secret; twoFactorAuth=x' }

async function start() {
  const clock = { now: 1000 }
  const sim = await startPlatformSim({ now: () => clock.now, avatars, authCookie: 'secret' })
  const look = async (id: string, headers: Record<string, string> = HEADERS) => {
    const response = await fetch(`${sim.origin}/api/1/avatars/${id}`, { headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { sim, clock, look }
}

describe('the platform simulator', () => {
  it('answers public avatars unchanged', async () => {
    const { sim, look } = await start()
    await using _ = sim
    assert.deepEqual(await look(first.id), { status: 200, body: first })
  })

  it('answers 404 for missing and private avatars, and the status of hidden ones', async () => {
    const { sim, look } = await start()
    await using _ = sim
    assert.equal((await look('avtr_00000000-0000-4000-8000-000000000000')).status, 404)
    for (const state of ['private', 'missing'] as const) {
      sim.setState(first.id, state)
      assert.deepEqual((await look(first.id)).body, {
        error: { message: 'Avatar Not Found', status_code: 404 },
      })
    }
    sim.setState(first.id, 'hidden')
    assert.equal((await look(first.id)).body.releaseStatus, 'hidden')
    sim.setState(first.id, 'private-shown')
    assert.equal((await look(first.id)).body.releaseStatus, 'private')
  })

  it('requires a session, and a user agent with name, version and contact', async () => {
    const { sim, look } = await start()
    await using _ = sim
    const missing = await look(first.id, { 'user-agent': HEADERS['user-agent'] })
    assert.deepEqual(missing, {
      status: 401,
      body: { error: { message: '"Missing Credentials"', status_code: 401 } },
    })
    const anonymous = await look(first.id, { ...HEADERS, 'user-agent': 'node' })
    assert.equal(anonymous.status, 403)
    assert.equal((anonymous.body.error as { waf_code: number }).waf_code, 13799)
    sim.refuseSessions(true)
    assert.equal((await look(first.id)).status, 401)
  })

  it('draws pictures, the same for the same file', async () => {
    const { sim } = await start()
    await using _ = sim
    const picture = async (file: string) => {
      const response = await fetch(`${sim.origin}/api/1/image/${file}/1/64`, { headers: HEADERS })
      assert.equal(response.headers.get('content-type'), 'image/png')
      return Buffer.from(await response.arrayBuffer())
    }
    const fox = await picture('file_a')
    assert.equal(fox.readUInt32BE(16), 64)
    assert.deepEqual(await picture('file_a'), fox)
    assert.notDeepEqual(await picture('file_b'), fox)
  })

  it('draws pictures as WebP instead', async () => {
    await using sim = await startPlatformSim({ now: Date.now, pictureFormat: 'webp' })
    const response = await fetch(`${sim.origin}/api/1/image/file_a/1/64`, { headers: HEADERS })
    assert.equal(response.headers.get('content-type'), 'image/webp')
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(bytes.toString('latin1', 8, 12), 'WEBP')
  })

  it('redirects pictures to its storage and elsewhere, and deletes them', async () => {
    const { sim } = await start()
    await using _ = sim
    sim.setPicture('file_a', {})
    sim.setPicture('file_b', { redirectTo: 'https://elsewhere.example/b.png' })
    sim.setPicture('file_c', 'missing')
    const look = (file: string, redirect: 'follow' | 'manual') =>
      fetch(`${sim.origin}/api/1/image/${file}/1/64`, { headers: HEADERS, redirect })
    assert.equal((await look('file_a', 'follow')).headers.get('content-type'), 'image/png')
    const sent = await look('file_b', 'manual')
    assert.deepEqual([sent.status, sent.headers.get('location')], [302, 'https://elsewhere.example/b.png'])
    assert.equal((await look('file_c', 'follow')).status, 404)
  })

  it('logs the time of each lookup', async () => {
    const { sim, clock, look } = await start()
    await using _ = sim
    await look(first.id)
    clock.now = 4000
    await look(avatars[1]!.id)
    assert.deepEqual(sim.lookups(), [
      { id: first.id, atMs: 1000 },
      { id: avatars[1]!.id, atMs: 4000 },
    ])
  })
})
