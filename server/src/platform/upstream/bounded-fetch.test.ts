import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundedFetch } from './bounded-fetch.ts'

const LIMITS = { headMs: 10_000, responseMs: 10_000, maxBodyBytes: 10 }
const URL = 'https://a.example/'
const answering = (body: string | null, init?: ResponseInit) =>
  boundedFetch(async () => new Response(body, init), LIMITS)

describe('a bounded fetch', () => {
  it('returns whole answers with status and headers, also those without a body', async () => {
    const answer = await answering('ten bytes!', { status: 201, headers: { ETag: '"1"' } })(URL, {})
    assert.deepEqual(
      [answer.status, answer.headers.get('etag'), await answer.text()],
      [201, '"1"', 'ten bytes!'],
    )
    assert.equal((await answering(null, { status: 304 })(URL, {})).status, 304)
  })

  it('throws when an answer is too long, but keeps the status of an error', async () => {
    await assert.rejects(answering('eleven byte')(URL, {}), /more than 10 bytes/)
    assert.equal((await answering('eleven byte', { status: 404 })(URL, {})).status, 404)
  })

  it('sends method, headers and body, and follows no redirects', async () => {
    const sent: RequestInit[] = []
    const fetch = boundedFetch(async (_, init) => {
      sent.push(init)
      return new Response(null, { status: 302, headers: { Location: '/b' } })
    }, LIMITS)
    const answer = await fetch(URL, { method: 'POST', headers: { A: 'b' }, body: 'x' })
    assert.equal(answer.status, 302)
    assert.deepEqual([sent.length, sent[0]!.redirect, sent[0]!.body], [1, 'manual', 'x'])
    assert.deepEqual(sent[0]!.headers, { a: 'b' })
  })
})
