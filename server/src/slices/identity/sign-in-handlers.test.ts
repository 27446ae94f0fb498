import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EmptyAnswer } from '../../kernel/answer.ts'
import { signInHandlers } from './sign-in-handlers.ts'

type Login = ReturnType<typeof signInHandlers>['login']

/** Returns where a request is redirected that uses this host name. */
async function sentTo(publicUrl: string, host: string): Promise<unknown> {
  const { login } = signInHandlers({
    signIns: {
      begin: async () => ({ location: 'https://community.example/authorize', state: 'st', sealed: 'sealed' }),
      complete: async () => assert.fail('nothing comes back here'),
    },
    publicUrl,
  })
  const context = { headers: { host } } as Parameters<Login>[0]['context']
  const answer = await login({ query: { returnTo: '/docs' }, params: {}, body: undefined, context })
  assert.equal(answer.kind, 'empty')
  return (answer as EmptyAnswer).headers.Location
}

describe('signing in by another name of this machine', () => {
  it('redirects to the public name first, because the callback would not get the cookie', async () => {
    const { search } = new URL(String(await sentTo('http://localhost:8787', '127.0.0.1:8787')))
    assert.equal(search, '?returnTo=%2Fdocs')
    assert.match(
      String(await sentTo('http://localhost:8787', '[::1]:8787')),
      /^http:\/\/localhost:8787\/api\/login/,
    )
    assert.match(
      String(await sentTo('http://127.0.0.1:8787', 'localhost:8787')),
      /^http:\/\/127\.0\.0\.1:8787/,
    )
  })

  it('starts at once for all other names, so that a proxy causes no redirect loop', async () => {
    for (const [publicUrl, host] of [
      ['http://localhost:8787', 'localhost:8787'],
      ['https://avatars.example', '127.0.0.1:8787'],
      ['https://avatars.example', 'www.avatars.example'],
      ['http://localhost:8787', '127.0.0.1:9999'],
      ['http://localhost:8787', 'evil.example:8787'],
      ['http://localhost:8787', '%%'],
    ] as const) {
      assert.equal(await sentTo(publicUrl, host), 'https://community.example/authorize', host)
    }
  })
})
