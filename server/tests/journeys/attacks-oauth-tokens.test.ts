import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  authorizeUrl,
  codeFor,
  redeem,
  requestOf,
  tokenFor,
  userInfo,
  VERIFIER,
} from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, startOAuth } from '../support/oauth-service.ts'

describe('an attack on tokens fails:', () => {
  it('a token in the address', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await service.fetch(`${ISSUER}/oauth2/userinfo?access_token=${token}`, { headers })
      assert.equal(answer.status, 400)
      assert.match(answer.headers.get('www-authenticate')!, /error="invalid_request"/)
    }
  })

  it('an Authorization header that is not one well-formed Bearer token', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    for (const [authorization, status] of [
      [`Basic ${btoa(`x:${token}`)}`, 401],
      [`bearer ${token}`, 200],
      [`Bearer ${token}, Bearer ${token}`, 400],
      [`Bearer "${token}"`, 400],
      ['Bearer', 400],
      [`Bearer ${token.toUpperCase()}`, 401],
      [`Bearer ${token}x`, 401],
      [`Bearer ${token.slice(0, -1)}`, 401],
      [`Bearer ${'x'.repeat(5000)}`, 401],
    ] as const) {
      const answer = await service.fetch(`${ISSUER}/oauth2/userinfo`, { headers: { authorization } })
      assert.equal(answer.status, status, authorization.slice(0, 60))
      if (status !== 200) assert.match(answer.headers.get('www-authenticate')!, /^Bearer realm=/)
    }
  })

  it('a session instead of a token', async t => {
    const service = await startOAuth(t)
    const answer = await service.as(FOX)('/api/oauth2/userinfo')
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), `Bearer realm="${ISSUER}"`)
  })

  it('an access token instead of a session', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    for (const path of ['/account/grants', '/account/applications']) {
      const answer = await service.fetch(ISSUER + path, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(answer.status, 401)
    }
  })

  it('a code, secret, client id or personal key instead of an access token', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const code = await codeFor(service, FOX, app)
    for (const token of [
      code,
      `avo_${code}`,
      app.secret,
      app.clientId,
      `avk_${'k'.repeat(43)}`,
      `avo_${'k'.repeat(43)}`,
    ]) {
      const answer = await userInfo(service, token)
      assert.equal(answer.status, 401)
      assert.equal((await jsonOf(answer)).error, 'invalid_token')
    }
    assert.equal((await redeem(service, app, code, { client_secret: app.secret })).status, 200)
  })

  it("the revocation of another application's token", async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    const other = await service.register({ kind: 'confidential' })
    const revoke = (fields: Record<string, string>) =>
      service.fetch(`${ISSUER}/oauth2/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, ...fields }),
      })
    const refusal = await revoke({ client_id: other.clientId, client_secret: other.secret })
    assert.deepEqual([refusal.status, (await jsonOf(refusal)).error], [400, 'invalid_request'])
    const nameless = await revoke({})
    assert.deepEqual([nameless.status, (await jsonOf(nameless)).error], [400, 'invalid_request'])
    const unproven = await revoke({ client_id: other.clientId })
    assert.deepEqual([unproven.status, (await jsonOf(unproven)).error], [401, 'invalid_client'])
    assert.equal((await userInfo(service, token)).status, 200)
  })

  it('the token of a deleted application', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const token = await tokenFor(service, FOX, app)
    const code = await codeFor(service, FOX, app)
    await service.store.applications.remove(app.clientId, 'operators')
    assert.equal((await userInfo(service, token)).status, 401)
    assert.equal((await redeem(service, app, code)).status, 401)
  })

  it('the token of a deleted account', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    await service.db.tables<object>().transact(async tx => {
      await sql`delete from users where key = ${FOX.key}`.execute(tx)
    })
    assert.equal((await userInfo(service, token)).status, 401)
  })

  it('reading the database or the log', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const pendingState = 'a state that waits'
    const waiting = await service.as(FOX)(String(authorizeUrl({ ...requestOf(app), state: pendingState })))
    const id = new URL(waiting.headers.get('location')!, ISSUER).searchParams.get('id')!
    const code = await codeFor(service, FOX, app)
    const used = await codeFor(service, FOX, app)
    const { body } = await redeem(service, app, used, { client_secret: app.secret })
    await redeem(service, app, code, { client_secret: `${app.secret}x` })
    const rows = await service.db
      .tables<{ oauth_records: object; oauth_applications: object; oauth_grants: object }>()
      .transact(async tx => [
        await tx.selectFrom('oauth_records').selectAll().execute(),
        await tx.selectFrom('oauth_applications').selectAll().execute(),
        await tx.selectFrom('oauth_grants').selectAll().execute(),
      ])
    const seen = JSON.stringify(rows) + service.lines.join('')
    for (const secret of [app.secret, code, used, String(body.access_token), id, pendingState, VERIFIER]) {
      assert.ok(!seen.includes(secret), secret.slice(0, 8))
      assert.ok(!seen.includes(Buffer.from(secret).toString('base64').slice(0, 20)))
    }
  })
})
