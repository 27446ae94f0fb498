import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { CLIENT, NOW } from '../../../tests/store/applications.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { startHttp } from '../../../tests/support/http-layer.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import {
  authorizeUrl,
  codeFor,
  redeem,
  requestOf,
  tokenFor,
  userInfo,
} from '../../../tests/support/oauth-browser.ts'
import {
  FOX,
  jsonOf,
  type OAuthService,
  ORIGIN,
  oauthServiceOver,
  WOLF,
} from '../../../tests/support/oauth-service.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { Database } from '../../kernel/database.ts'
import { AccountGoneError, type Identify, type Person } from '../../kernel/person.ts'
import { sharedTransaction } from '../../kernel/personal-data.ts'
import { createAuthorizationServer } from '../../platform/oauth/authorization-server.ts'
import { registerParts } from '../../platform/process/part.ts'
import { Readiness } from '../../platform/process/readiness.ts'
import { randomToken } from '../../platform/random.ts'
import { openOAuth } from './open.ts'
import { RegisteredApplicationStore } from './registered-applications.sql.ts'
import { OAuthStore } from './store.sql.ts'

/**
 * The provider on this database. Requests are identified without the database, so that they also work for a deleted
 * account.
 */
async function serve(t: TestContext, db: Database): Promise<OAuthService> {
  const clock = new ManualClock()
  const identify: Identify = async ({ headers }) =>
    [FOX, WOLF].find(({ key }) => headers.cookie === `person=${key}`) ?? null
  const oauth = openOAuth({
    randomToken,
    serverOnDemand: deps => async () => createAuthorizationServer(deps),
    db,
    config: { http: { publicUrl: ORIGIN } },
    clock,
    identify,
    findPerson: async key => [FOX, WOLF].find(person => person.key === key) ?? null,
    emailOf: async () => null,
    profiles: { freshProfile: async key => ({ kind: 'fresh', person: { ...FOX, key }, checkedAtMs: 0 }) },
  })
  const isReady = Object.assign(new Readiness(), { isReady: true })
  const http = await startHttp(t, server => registerParts(server, [oauth], isReady), {
    identify,
    ownOrigin: ORIGIN,
  })
  const address = `http://127.0.0.1:${http.port}`
  const cookieFor = async ({ key }: Person) => `person=${key}`
  return await oauthServiceOver({ db, clock, lines: http.lines, address, cookieFor })
}

async function deletePerson(db: Database, { key }: Pick<Person, 'key'>): Promise<void> {
  await db
    .tables<{ users: { key: number } }>()
    .transact(tx => tx.deleteFrom('users').where('key', '=', key).execute())
}

forEachEngine('the OAuth store', engine => {
  it('adds scopes to the one grant of a person for an application', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, grants } = new OAuthStore({ db })
    await applications.create(CLIENT, 'operators')
    const allow = (scopes: ('identify' | 'email')[], nowMs: number) =>
      grants.allow({ personKey: fox.key, clientId: 'avc_1', scopes }, nowMs)
    assert.deepEqual(await grants.scopesOf(fox.key, 'avc_1'), [])
    const at = [NOW, NOW + 1, NOW + 2]
    await Promise.all(at.map((nowMs, n) => allow(n === 1 ? ['email'] : ['identify'], nowMs)))
    assert.deepEqual(await grants.scopesOf(fox.key, 'avc_1'), ['identify', 'email'])
    const [grant, ...more] = await grants.list(fox.key)
    assert.deepEqual(more, [])
    assert.deepEqual(grant?.application, { clientId: 'avc_1', name: CLIENT.name, siteUrl: CLIENT.siteUrl })
    assert.deepEqual(
      await grants.allow({ personKey: fox.key, clientId: 'avc_9', scopes: ['identify'] }, NOW),
      { kind: 'application_gone' },
    )
  })

  it('knows no application by an id that a database cannot store', async t => {
    const { applications } = new OAuthStore({ db: await engine.open(t) })
    await applications.create(CLIENT, 'operators')
    assert.equal((await applications.client('avc_1'))?.name, CLIENT.name)
    for (const clientId of ['avc_1\0', '\0', 'avc_1\ud800'])
      assert.equal(await applications.client(clientId), null)
  })

  it('accepts a code once among concurrent uses, and deletes its token after a second use', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, grants, artifacts } = new OAuthStore({ db })
    await applications.create(CLIENT, 'operators')
    await grants.allow({ personKey: fox.key, clientId: 'avc_1', scopes: ['identify'] }, NOW)
    const put = (idHash: string, parent: Parameters<typeof artifacts.put>[0]['parent']) =>
      artifacts.put({ idHash, parent, payload: 'sealed', expiresAtMs: NOW + 60_000 }, NOW)
    const ofGrant = { kind: 'authorization', personKey: fox.key, clientId: 'avc_1' } as const
    assert.deepEqual(await put('authorization', ofGrant), { kind: 'stored' })
    assert.deepEqual(await put('code', { kind: 'code', authorizationHash: 'authorization' }), {
      kind: 'stored',
    })
    const uses = await Promise.all(Array.from({ length: 20 }, () => artifacts.useCode('code', NOW)))
    assert.equal(uses.filter(({ kind }) => kind === 'first').length, 1)
    assert.deepEqual(await put('token', { kind: 'token', authorizationHash: 'authorization' }), {
      kind: 'orphan',
    })
    for (const kind of ['authorization', 'code', 'token'] as const) {
      assert.equal(await artifacts.find(kind, kind), null)
    }
  })

  it('removes the codes or the tokens of an authorization, and nothing else of it', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, grants, artifacts } = new OAuthStore({ db })
    await applications.create(CLIENT, 'operators')
    await grants.allow({ personKey: fox.key, clientId: 'avc_1', scopes: ['identify'] }, NOW)
    const parents = {
      authorization: { kind: 'authorization', personKey: fox.key, clientId: 'avc_1' },
      code: { kind: 'code', authorizationHash: 'authorization' },
      token: { kind: 'token', authorizationHash: 'authorization' },
    } as const
    for (const [idHash, parent] of Object.entries(parents))
      await artifacts.put({ idHash, parent, payload: 'sealed', expiresAtMs: NOW + 1 }, NOW)
    await artifacts.removeByAuthorization('authorization', 'token')
    assert.equal(await artifacts.find('token', 'token'), null)
    for (const kind of ['authorization', 'code'] as const)
      assert.notEqual(await artifacts.find(kind, kind), null)
  })

  it('stores no artifact whose parent was deleted', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, grants, artifacts } = new OAuthStore({ db })
    const ofGrant = { kind: 'authorization', personKey: fox.key, clientId: 'avc_1' } as const
    const artifact = { idHash: 'a', payload: 'sealed', expiresAtMs: NOW + 1 }
    assert.deepEqual(await artifacts.put({ ...artifact, parent: ofGrant }, NOW), { kind: 'orphan' })
    await applications.create(CLIENT, 'operators')
    assert.deepEqual(await artifacts.put({ ...artifact, parent: ofGrant }, NOW), { kind: 'orphan' })
    await grants.allow({ personKey: fox.key, clientId: 'avc_1', scopes: ['identify'] }, NOW)
    assert.deepEqual(await artifacts.put({ ...artifact, parent: ofGrant }, NOW + 5), { kind: 'stored' })
    const [grant] = await grants.list(fox.key)
    assert.deepEqual([grant?.grantedAtMs, grant?.usedAtMs], [NOW, NOW + 5])
    assert.equal(await grants.revoke(grant!.id, fox.key + 1), false)
    assert.equal(await grants.revoke(grant!.id, fox.key), true)
    assert.equal(await artifacts.find('a', 'authorization'), null)
  })

  it('stores nothing for a person whose account is being deleted', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { applications, grants, artifacts } = new OAuthStore({ db })
    await applications.create({ ...CLIENT, clientId: 'avc_2' }, 'operators')
    await deletePerson(db, fox)
    await assert.rejects(applications.create(CLIENT, fox.key), AccountGoneError)
    const allowed = { personKey: fox.key, clientId: 'avc_2', scopes: ['identify'] } as const
    assert.deepEqual(await grants.allow(allowed, NOW), { kind: 'account_gone' })
    const parent = { kind: 'interaction', personKey: fox.key } as const
    const artifact = { idHash: 'a', parent, payload: 'sealed', expiresAtMs: NOW + 1 }
    assert.deepEqual(await artifacts.put(artifact, NOW), { kind: 'orphan' })
    assert.deepEqual(
      [(await applications.list('operators')).length, await artifacts.find('a', 'interaction')],
      [1, null],
    )
  })

  it('refuses every request of an account that is being deleted', async t => {
    const service = await serve(t, await engine.open(t))
    const app = await service.register()
    const ask = service.as(FOX)
    const consentPage = (await ask(String(authorizeUrl(requestOf(app))))).headers.get('location')!
    await deletePerson(service.db, FOX)
    const input = {
      name: 'x',
      siteUrl: 'https://x.example',
      kind: 'public',
      redirectUris: ['https://x.example/'],
    }
    const headers = { 'content-type': 'application/json' }
    const created = await ask('/api/account/applications', {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    assert.deepEqual([created.status, (await jsonOf(created)).code], [401, 'sign_in_required'])
    const beginAnswer = await ask(String(authorizeUrl(requestOf(app))))
    assert.equal(new URL(beginAnswer.headers.get('location')!).searchParams.get('error'), 'access_denied')
    const id = new URL(consentPage, ORIGIN).searchParams.get('id')
    const body = new URLSearchParams({ decision: 'allow' })
    assert.equal((await ask(`/api/oauth2/authorize/${id}`, { method: 'POST', body })).status, 400)
  })

  it('finds an artifact only by its own kind', async t => {
    const { artifacts } = new OAuthStore({ db: await engine.open(t) })
    const parent = { kind: 'interaction', personKey: null } as const
    await artifacts.put({ idHash: 'a', parent, payload: 'first', expiresAtMs: NOW }, NOW)
    await artifacts.put({ idHash: 'a', parent, payload: 'second', expiresAtMs: NOW + 1 }, NOW)
    const second = { payload: 'second', usedAtMs: null, expiresAtMs: NOW + 1 }
    assert.deepEqual({ ...(await artifacts.find('a', 'interaction')) }, second)
    assert.equal(await artifacts.find('a', 'token'), null)
    assert.deepEqual(await artifacts.useCode('a', NOW), { kind: 'used_before' })
    assert.deepEqual({ ...(await artifacts.find('a', 'interaction')) }, second)
    await artifacts.remove('a')
    assert.equal(await artifacts.find('a', 'interaction'), null)
  })

  it('deletes expired artifacts, also more than one transaction can delete', async t => {
    const { artifacts } = new OAuthStore({ db: await engine.open(t) })
    const parent = { kind: 'interaction', personKey: null } as const
    for (let n = 0; n < 5; n++) {
      await artifacts.put({ idHash: `${n}`, parent, payload: 'sealed', expiresAtMs: NOW + n }, NOW)
    }
    await artifacts.deleteExpired(NOW + 3, { limit: 3, maxUnownedRequests: 9 })
    for (let n = 0; n < 4; n++) assert.equal(await artifacts.find(`${n}`, 'interaction'), null)
    assert.notEqual(await artifacts.find('4', 'interaction'), null)
  })

  it('keeps all requests of people, and up to a limit the newest without a person', async t => {
    const db = await engine.open(t)
    const fox = await newPerson(db, 'fox')
    const { artifacts } = new OAuthStore({ db })
    const put = (idHash: string, personKey: number | null, expiresAtMs: number) =>
      artifacts.put(
        { idHash, parent: { kind: 'interaction', personKey }, payload: 'sealed', expiresAtMs },
        NOW,
      )
    await put('of fox', fox.key, NOW + 1)
    for (let n = 1; n <= 5; n++) await put(`${n}`, null, NOW + n)
    await artifacts.deleteExpired(NOW, { limit: 2, maxUnownedRequests: 2 })
    for (const [id, isKept] of [
      ['of fox', true],
      ['1', false],
      ['2', false],
      ['3', false],
      ['4', true],
      ['5', true],
    ] as const) {
      assert.equal((await artifacts.find(id, 'interaction')) !== null, isKept, id)
    }
  })

  it('exports and erases the personal data', async t => {
    const service = await serve(t, await engine.open(t))
    const app = await service.register()
    await service.store.applications.create({ ...CLIENT, clientId: 'avc_own' }, FOX.key)
    const [token, tokenOfWolf] = [await tokenFor(service, FOX, app), await tokenFor(service, WOLF, app)]
    const { applications, grants } = (await service.store.personalData.read(FOX, NOW)) as Record<
      string,
      object[]
    >
    assert.equal(applications?.length, 1)
    assert.equal(grants?.length, 1)
    assert.ok(!JSON.stringify([applications, grants]).includes(CLIENT.secretHash!))
    await service.db
      .tables<object>()
      .transact(tx => service.store.personalData.erase(sharedTransaction(tx), FOX.key, NOW))
    assert.deepEqual(await service.store.personalData.read(FOX, NOW), { applications: [], grants: [] })
    assert.equal((await userInfo(service, token)).status, 401)
    assert.equal((await userInfo(service, tokenOfWolf)).status, 200)
  })

  it('does not sign anybody in to a blocked application, and refuses its tokens until it is unblocked', async t => {
    const service = await serve(t, await engine.open(t))
    const app = await service.register({ kind: 'public' })
    const registeredApplications = new RegisteredApplicationStore(service)
    const act = { actor: 'test', nowMs: NOW }
    const [token, code] = [await tokenFor(service, FOX, app), await codeFor(service, FOX, app)]
    await registeredApplications.block(app.clientId, '', act)
    assert.equal((await userInfo(service, token)).status, 401)
    assert.equal((await redeem(service, app, code)).body.error, 'invalid_client')
    await assert.rejects(codeFor(service, FOX, app), /no application with that client_id/)
    await registeredApplications.unblock(app.clientId, act)
    assert.equal((await userInfo(service, token)).status, 200)
  })

  it('issues at most one token to 20 concurrent requests with one code, and revokes it', async t => {
    const service = await serve(t, await engine.open(t))
    const app = await service.register()
    for (let round = 0; round < 5; round++) {
      const code = await codeFor(service, FOX, app)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(service, app, code)))
      const tokens = answers.flatMap(({ body }) =>
        body.access_token === undefined ? [] : [body.access_token],
      )
      assert.ok(tokens.length <= 1)
      assert.ok(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
      for (const token of tokens) assert.equal((await userInfo(service, String(token))).status, 401)
    }
  })

  itRunsReviewedStatements(engine.name, 'oauth_applications', 'oauth_grants', 'oauth_records')
})
