import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorizeAs,
  authorizeUrl,
  codeFor,
  redeem,
  requestOf,
  tokenFor,
  userInfo,
  VERIFIER,
} from '../support/oauth-browser.ts'
import { FOX, jsonOf, startOAuth } from '../support/oauth-service.ts'

/** Attacks on the codes that applications exchange for tokens. */
describe('an attack on codes fails:', () => {
  it('code injection: a stolen code with the verifier of another request', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const stolen = await codeFor(service, FOX, app)
    const { status, body } = await redeem(service, app, stolen, { code_verifier: 'w'.repeat(64) })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  })

  it('code injection: a stolen code at a confidential client, which has the secret but not the verifier', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const code = await codeFor(service, FOX, app)
    const { body } = await redeem(service, app, code, { client_secret: app.secret, code_verifier: undefined })
    assert.equal(body.error, 'invalid_grant')
  })

  it('client confusion: a code of one application at another', async t => {
    const service = await startOAuth(t)
    const [app, other] = [await service.register(), await service.register()]
    const code = await codeFor(service, FOX, app)
    assert.equal((await redeem(service, other, code)).body.error, 'invalid_grant')
    assert.equal((await redeem(service, app, code)).status, 200)
  })

  it('downgrade of PKCE: the challenge is stripped from the request', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const stripped = { code_challenge: undefined, code_challenge_method: undefined }
    const code = await codeFor(service, FOX, app, stripped)
    const { body } = await redeem(service, app, code, { client_secret: app.secret })
    assert.equal(body.error, 'invalid_grant')
  })

  it('downgrade of PKCE: a public client without it, or with `plain`', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    for (const weaker of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: VERIFIER, code_challenge_method: 'plain' },
      { code_challenge: VERIFIER, code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge: '', code_challenge_method: '' },
    ]) {
      const back = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(app), ...weaker }))
      assert.equal(back.searchParams.get('error'), 'invalid_request')
    }
  })

  it('replay: a code that is used again takes back what it gave, and nothing else', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const other = await tokenFor(service, FOX, app)
    const code = await codeFor(service, FOX, app)
    const first = await redeem(service, app, code)
    assert.equal((await redeem(service, app, code)).body.error, 'invalid_grant')
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 401)
    assert.equal((await userInfo(service, other)).status, 200)
  })

  it('replay: a used code is noticed long after it would have expired', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    const first = await redeem(service, app, code)
    service.clock.advance(50 * 60_000)
    await service.store.artifacts.deleteExpired(service.clock.now(), { limit: 1000, maxUnownedRequests: 0 })
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 200)
    assert.equal((await redeem(service, app, code)).body.error, 'invalid_grant')
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 401)
  })

  it('replay: a used code without its verifier takes nothing back', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    const first = await redeem(service, app, code)
    await redeem(service, app, code, { code_verifier: 'w'.repeat(64) })
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 200)
  })

  it('race: of 20 requests with one code at most one gets a token, which the others take back', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    for (let round = 0; round < 5; round++) {
      const code = await codeFor(service, FOX, app)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(service, app, code)))
      const tokens = answers.flatMap(({ status, body }) =>
        status === 200 ? [String(body.access_token)] : [],
      )
      assert.ok(tokens.length <= 1)
      for (const { status, body } of answers) if (status !== 200) assert.equal(body.error, 'invalid_grant')
      for (const token of tokens) assert.equal((await userInfo(service, token)).status, 401)
    }
  })

  it('scope escalation at the token endpoint', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const { body } = await redeem(service, app, await codeFor(service, FOX, app), { scope: 'identify email' })
    assert.equal(body.scope, 'identify')
    const info = await jsonOf(await userInfo(service, String(body.access_token)))
    assert.equal(info.email, undefined)
  })
})
