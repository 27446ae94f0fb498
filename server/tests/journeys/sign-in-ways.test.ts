import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { startCommunity } from '../support/sign-in.ts'

/** URLs for signing in here and for an application, outside of the interface. */
const WAYS = [
  '/api/oauth2/authorize?client_id=avc_1&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2F',
  '/api/login',
  '/api/login/callback?code=a&state=b',
  '/oauth/consent?id=x',
  '/sign-in?problem=expired',
]

describe('the routes of signing in', () => {
  it('allow no page of another origin to read them or send a preflight', async t => {
    const { env } = await startCommunity(t)
    await using app = await startTestApp({ env })
    for (const way of WAYS) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
        const answer = await fetch(app.origin + way, {
          method,
          redirect: 'manual',
          headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
        })
        const names = [...answer.headers.keys()].filter(name => name.startsWith('access-control-'))
        assert.deepEqual(names, [], `${method} ${way}`)
      }
    }
  })

  it('tell browsers to stay with https when that is the public address', async t => {
    const { env } = await startCommunity(t)
    await using app = await startTestApp({ env: { ...env, PUBLIC_URL: 'https://avatary.test' } })
    for (const way of [...WAYS, '/docs', '/api/stats', '/nowhere']) {
      const { headers } = await fetch(app.origin + way, { redirect: 'manual' })
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', way)
    }
  })
})
