import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { EventSource } from 'eventsource'
import type { PlatformAvatar } from '../../../sim/src/platform/platform-sim.ts'
import { afterwards } from '../support/cleanup.ts'
import { startWithPlatform } from '../support/platform.ts'

const SAMPLES = join(import.meta.dirname, '../../../../shared/data/platform-avatars.json')
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:144.0) Gecko/20100101 Firefox/144.0'

interface Frame {
  type: string
  id: string
  views?: number
}

/** Follows a stream by curl, as a person would in a terminal. */
function followWithCurl(url: string, lastEventId?: string) {
  const resume = lastEventId === undefined ? [] : ['-H', `Last-Event-ID: ${lastEventId}`]
  const child = spawn('curl', ['-sN', ...resume, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
  })
  return {
    frames: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Frame),
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    isOpen: () => text.includes('retry: 3000'),
    cut: () => child.kill('SIGKILL'),
  }
}

describe('the catalog grows by itself', () => {
  const skip = existsSync(SAMPLES) ? false : 'real answers of the platform are not here'

  it('from a submission to what every visitor sees live', { skip }, async t => {
    const samples = JSON.parse(readFileSync(SAMPLES, 'utf8')) as PlatformAvatar[]
    const sample = samples.find(({ releaseStatus }) => releaseStatus === 'public')!
    const test = await startWithPlatform(t)
    test.sim.put(sample)
    const { app } = test

    const submitted = await test.submit(sample.id)
    assert.deepEqual((submitted.results as object[])[0], {
      index: 0,
      id: sample.id,
      status: 'queued',
      position: 1,
    })
    const waiting = await test.stateOf(sample.id)
    assert.deepEqual([waiting.state, waiting.position], ['queued', 1])
    assert.equal(typeof waiting.etaSeconds, 'number')
    assert.equal((await test.untilDecided(sample.id)).state, 'indexed')
    await app.settle()
    assert.equal((await app.getJson(`/avatars/search?q=${sample.id}`)).total, 1)

    const url = `${app.origin}/api/avatars/events`
    const library: Frame[] = []
    const source = new EventSource(url)
    afterwards(t, () => source.close())
    source.addEventListener('message', ({ data }) => library.push(JSON.parse(data)))
    const curl = followWithCurl(url)
    afterwards(t, () => void curl.cut())
    await test.time.passUntil('both listen', () => source.readyState === EventSource.OPEN && curl.isOpen())

    const seenBy = (frames: readonly Frame[], type: string) =>
      frames.some(frame => frame.type === type && frame.id === sample.id)
    const track = await app.get(`/avatars/${sample.id}/track`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': BROWSER },
      body: JSON.stringify({ event: 'view', source: 'search' }),
    })
    assert.equal(track.status, 200)
    await test.time.passUntil(
      'both saw the view',
      () => seenBy(library, 'counts') && seenBy(curl.frames(), 'counts'),
    )
    assert.equal(library.find(({ type }) => type === 'counts')?.views, 1)

    const lastId = curl.lastId()
    curl.cut()
    const act = async (method: 'PUT' | 'DELETE') => {
      const response = await app.get(`/admin/blocks/${sample.id}`, {
        method,
        headers: { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' },
        ...(method === 'PUT' && { body: JSON.stringify({ reason: 'journey' }) }),
      })
      assert.equal(response.status, 200)
    }
    await act('PUT')
    await app.settle()
    assert.equal((await app.getJson(`/avatars/search?q=${sample.id}`)).total, 0)
    await test.time.passUntil('one saw the block', () => seenBy(library, 'blocked'))
    await act('DELETE')
    await test.time.passUntil('one saw the unblock', () => seenBy(library, 'unblocked'))

    const resumed = followWithCurl(url, lastId)
    afterwards(t, () => void resumed.cut())
    await test.time.passUntil('who was cut off has both', () => resumed.frames().length >= 2)
    const types = resumed.frames().map(({ type }) => type)
    assert.deepEqual(
      types.filter(type => type !== 'counts'),
      ['blocked', 'unblocked'],
    )
  })
})
