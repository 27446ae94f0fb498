import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { CommunityPerson } from '../../../sim/src/community/people.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { ANNA, BORIS, codeOf, startCreators, unlinked } from '../support/creators.ts'
import { authorizeUrl, requestOf, VERIFIER } from '../support/oauth-browser.ts'
import { ISSUER, jsonOf } from '../support/oauth-service.ts'
import { consentTo, PLAYER, type SignedInBrowser, signIn } from '../support/sign-in.ts'

const REDIRECT_URI = 'https://app.example/callback'
/** `FRESH_MS` of identity: for how long an answer of the community site is relied on. */
const FRESH_MINUTES = 10

/** A signed-in person of the community site, and an application that they have allowed. */
async function start(t: TestContext, person: CommunityPerson = PLAYER) {
  const { app, sim, clock } = await startCreators(t)
  const owner = await signIn(app, BORIS)
  const registered = await owner.post('/account/applications', {
    name: 'Lantern Board',
    kind: 'public',
    redirectUris: [REDIRECT_URI],
  })
  const { clientId } = (await registered.json()) as { clientId: string }
  const request = requestOf({ clientId, secret: '', redirectUri: REDIRECT_URI })
  const user = await signIn(app, person)
  const passMinutes = (count: number) => clock.advance(count * MINUTE_MS)

  /** Sends the browser to an authorization request, and consents if asked; returns the URL at which it ends. */
  const authorize = async (
    parameters: Record<string, string> = {},
    by: SignedInBrowser = user,
  ): Promise<URL> => {
    const url = String(authorizeUrl({ ...request, ...parameters })).replace(ISSUER, '/api')
    const askedUrl = new URL((await by.browser.go(url)).headers.get('location')!, app.origin)
    return askedUrl.pathname === '/oauth/consent' ? await allow(askedUrl.href, by) : askedUrl
  }
  const allow = async (page: string, by: SignedInBrowser = user): Promise<URL> => {
    const html = await (await by.browser.go(page)).text()
    const decision = await by.browser.go(/action="([^"]+)"/.exec(html)![1]!, {
      method: 'POST',
      headers: { Origin: app.config.http.publicUrl },
      body: new URLSearchParams({ decision: 'allow' }),
    })
    return new URL(decision.headers.get('location')!, app.origin)
  }
  const tokenOf = async (back: URL): Promise<string> => {
    const code = back.searchParams.get('code')
    assert.ok(code, back.href)
    const answer = await app.get('/oauth2/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT_URI,
        client_id: clientId,
        code_verifier: VERIFIER,
      }),
    })
    return String((await jsonOf(answer)).access_token)
  }
  const userInfo = async (token: string) => {
    const answer = await app.get('/oauth2/userinfo', { headers: { Authorization: `Bearer ${token}` } })
    return { status: answer.status, headers: answer.headers, body: await jsonOf(answer) }
  }
  return { app, sim, user, passMinutes, request, authorize, allow, tokenOf, userInfo }
}

describe('people whose account at the community site is', () => {
  it('deleted: are known to applications for ten minutes at most, and get no more codes', async t => {
    const { app, sim, user, passMinutes, authorize, tokenOf, userInfo } = await start(t)
    const token = await tokenOf(await authorize())
    sim.removePerson(PLAYER.sub)
    passMinutes(FRESH_MINUTES - 1)
    assert.equal((await userInfo(token)).status, 200)
    assert.ok((await authorize()).searchParams.get('code'))
    passMinutes(1)
    const { status, headers, body } = await userInfo(token)
    assert.deepEqual([status, body.error], [401, 'invalid_token'])
    assert.match(headers.get('www-authenticate')!, /error="invalid_token"/)
    const askedUrl = await authorize()
    assert.deepEqual([askedUrl.origin, askedUrl.pathname], [app.origin, '/api/login'], 'has to sign in again')
    const withoutPrompt = await authorize({ prompt: 'none' })
    assert.deepEqual(
      [withoutPrompt.host, withoutPrompt.searchParams.get('error')],
      ['app.example', 'login_required'],
    )
    const back = await user.browser.go(
      await consentTo(app, PLAYER, user.browser, askedUrl.searchParams.get('returnTo')!),
    )
    assert.match(back.headers.get('location')!, /^\/sign-in\?problem=cancelled/)
    assert.equal((await authorize()).pathname, '/api/login')
  })

  it('deleted during a consent: get no code', async t => {
    const { app, sim, user, passMinutes, request, allow } = await start(t)
    const url = String(authorizeUrl(request)).replace(ISSUER, '/api')
    const page = (await user.browser.go(url)).headers.get('location')!
    sim.removePerson(PLAYER.sub)
    passMinutes(FRESH_MINUTES)
    const answer = await allow(page)
    assert.deepEqual([answer.origin, answer.pathname], [app.origin, '/api/login'])
  })

  it('deleted, as creators: lose their rights, and are known to no application', async t => {
    const { sim, user, passMinutes, authorize, tokenOf, userInfo } = await start(t, ANNA)
    const token = await tokenOf(await authorize())
    sim.removePerson(ANNA.sub)
    passMinutes(FRESH_MINUTES)
    assert.equal((await userInfo(token)).body.error, 'invalid_token')
    assert.deepEqual(await codeOf(user.get('/creator/avatars')), [409, 'no_verified_link'])
    assert.equal((await authorize()).pathname, '/api/login')
  })

  it('unlinked from their platform account: are known as before', async t => {
    const { sim, user, passMinutes, authorize, tokenOf, userInfo } = await start(t, ANNA)
    const token = await tokenOf(await authorize())
    sim.putPerson(unlinked(ANNA))
    passMinutes(FRESH_MINUTES)
    assert.equal((await userInfo(token)).status, 200)
    assert.ok((await authorize()).searchParams.get('code'))
    assert.deepEqual(await codeOf(user.get('/creator/avatars')), [409, 'no_verified_link'])
  })

  it('deleted and restored: sign in again, and continue their consent', async t => {
    const { app, sim, user, passMinutes, authorize, tokenOf, userInfo } = await start(t)
    const token = await tokenOf(await authorize())
    sim.removePerson(PLAYER.sub)
    passMinutes(FRESH_MINUTES)
    const askedUrl = await authorize()
    assert.equal((await userInfo(token)).status, 401)
    sim.putPerson(PLAYER)
    const back = await user.browser.go(
      await consentTo(app, PLAYER, user.browser, askedUrl.searchParams.get('returnTo')!),
    )
    const resumed = await user.browser.go(back.headers.get('location')!)
    const again = await tokenOf(new URL(resumed.headers.get('location')!))
    assert.equal((await userInfo(again)).status, 200)
    assert.equal((await userInfo(token)).status, 200, 'their other tokens work again, too')
  })

  it('unknown, because their token for it has expired: sign in again', async t => {
    const { app, user, passMinutes, authorize, tokenOf, userInfo } = await start(t)
    passMinutes(55)
    const token = await tokenOf(await authorize())
    passMinutes(FRESH_MINUTES)
    assert.equal((await userInfo(token)).body.error, 'invalid_token')
    const askedUrl = await authorize()
    assert.equal(askedUrl.pathname, '/api/login')
    const back = await user.browser.go(
      await consentTo(app, PLAYER, user.browser, askedUrl.searchParams.get('returnTo')!),
    )
    const resumed = await user.browser.go(back.headers.get('location')!)
    assert.ok(new URL(resumed.headers.get('location')!).searchParams.get('code'))
  })
})

describe('while the community site does not answer', () => {
  it('applications get errors after ten minutes, and answers once it has recovered', async t => {
    const { sim, passMinutes, authorize, tokenOf, userInfo } = await start(t)
    const token = await tokenOf(await authorize())
    sim.faults.add({ fault: 'server-error' })
    passMinutes(FRESH_MINUTES - 1)
    assert.equal((await userInfo(token)).status, 200)
    assert.ok((await authorize()).searchParams.get('code'))
    passMinutes(1)
    const { status, headers, body } = await userInfo(token)
    assert.deepEqual([status, body.error, headers.get('retry-after')], [503, 'temporarily_unavailable', '60'])
    const back = await authorize()
    assert.equal(back.host, 'app.example')
    assert.equal(back.searchParams.get('error'), 'temporarily_unavailable')
    assert.equal(back.searchParams.get('state'), 'the state')
    passMinutes(60)
    assert.equal((await userInfo(token)).status, 401, 'our access token has expired')
    sim.faults.clear()
    passMinutes(1)
    assert.equal(
      (await authorize()).pathname,
      '/api/login',
      'the access token of the community site has expired, too',
    )
  })

  it('applications are answered again a minute after it recovers', async t => {
    const { sim, passMinutes, authorize, tokenOf, userInfo } = await start(t)
    const token = await tokenOf(await authorize())
    sim.faults.add({ fault: 'reset' })
    passMinutes(FRESH_MINUTES)
    assert.equal((await userInfo(token)).status, 503)
    sim.faults.clear()
    passMinutes(1)
    assert.equal((await userInfo(token)).status, 200)
    assert.ok((await authorize()).searchParams.get('code'))
  })

  it('a creator has rights for ten minutes at most, also when the link is lost meanwhile', async t => {
    const { sim, user, passMinutes } = await start(t, ANNA)
    sim.faults.add({ fault: 'server-error' })
    sim.putPerson(unlinked(ANNA))
    passMinutes(FRESH_MINUTES - 1)
    assert.equal((await user.get('/creator/avatars')).status, 200)
    for (const pause of [1, 1, 60, 300, 24 * 60]) {
      passMinutes(pause)
      assert.deepEqual(await codeOf(user.get('/creator/avatars')), [503, 'upstream_unavailable'])
    }
    sim.faults.clear()
    passMinutes(1)
    assert.deepEqual(await codeOf(user.get('/creator/avatars')), [409, 'no_verified_link'])
  })

  it('a creator who is still linked regains the rights with the first answer', async t => {
    const { sim, user, passMinutes } = await start(t, ANNA)
    sim.faults.add({ fault: 'server-error' })
    passMinutes(FRESH_MINUTES)
    assert.deepEqual(await codeOf(user.get('/creator/avatars')), [503, 'upstream_unavailable'])
    sim.faults.clear()
    passMinutes(1)
    assert.equal((await user.get('/creator/avatars')).status, 200)
  })
})
