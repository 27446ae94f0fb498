import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testUpstream, USER_AGENT } from '../../../tests/support/upstream.ts'

const HOST = 'https://files.example'

function host(answer: () => Response) {
  const requests: { url: string; headers: Headers }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    requests.push({ url, headers: new Headers(init.headers) })
    return answer()
  }
  return { ...testUpstream(HOST, { fetch }), requests }
}

describe('a download', () => {
  it('returns the bytes unchanged, and sends only `Accept` and `User-Agent`', async () => {
    const { upstream, requests } = host(() => new Response(Buffer.from([1, 2, 255])))
    const answer = await upstream.download('/a/b.png?c=%20d', { accept: 'image/png' })
    assert.ok(answer.kind === 'ok' && answer.value.kind === 'bytes')
    assert.deepEqual([...answer.value.bytes], [1, 2, 255])
    assert.equal(requests[0]!.url, `${HOST}/a/b.png?c=%20d`)
    assert.deepEqual([...requests[0]!.headers.keys()].sort(), ['accept', 'user-agent'])
    assert.equal(requests[0]!.headers.get('user-agent'), USER_AGENT)
  })

  it('returns the address of a redirect, and does not follow it', async () => {
    const { upstream, requests } = host(
      () => new Response(null, { status: 302, headers: { location: '/x' } }),
    )
    const answer = await upstream.download('/a', { accept: '*/*' })
    assert.deepEqual(answer.kind === 'ok' && answer.value, { kind: 'redirect', url: '/x' })
    assert.equal(requests.length, 1)
  })

  it('fails like any call, and its target is never logged', async () => {
    const { upstream, lines, requests } = host(() => new Response('secret-target', { status: 500 }))
    const answer = await upstream.download('/secret-target?Signature=s', { accept: '*/*' })
    assert.equal(answer.kind, 'unavailable')
    assert.equal(requests.length, 3)
    assert.doesNotMatch(lines.join('\n'), /secret-target|Signature/)
  })

  it('throws when the target leads to another host', async () => {
    const { upstream } = host(() => new Response(''))
    for (const target of ['.evil.example/a', '@evil.example/', 'a', ':8080/a'])
      await assert.rejects(upstream.download(target, { accept: '*/*' }), TypeError, target)
  })
})
