import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import { DAY_MS } from '../../src/kernel/days.ts'
import type { Person } from '../../src/kernel/person.ts'
import { authorizeUrl, codeFor, redeem, requestOf, tokenFor, userInfo } from '../support/oauth-browser.ts'
import { FOX, startOAuth, WOLF } from '../support/oauth-service.ts'

const APPLICATION = {
  name: 'Lantern Board',
  siteUrl: 'https://app.example/',
  kind: 'confidential',
  redirectUris: ['https://app.example/callback'],
}

interface Answer {
  readonly status: number
  readonly body: { [key: string]: unknown }
}

async function start(t: TestContext) {
  const service = await startOAuth(t, { env: { RATE_LIMIT_WRITES: '0' } })
  const ask = async (person: Person, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await service.as(person)(`/api/account${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  return { service, ask }
}

describe('applications of a person', () => {
  it('are registered with a secret that is shown once', async t => {
    const { ask } = await start(t)
    const { status, body } = await ask(FOX, 'POST', '/applications', {
      ...APPLICATION,
      name: ' Lantern Board ',
    })
    assert.equal(status, 200)
    const { clientId, clientSecret, createdAt, ...rest } = body
    assert.match(String(clientId), /^avc_/)
    assert.match(String(clientSecret), /^avs_[\w-]{43}$/)
    const shown = { ...APPLICATION, blockedAt: null }
    assert.deepEqual(rest, shown)
    const listed = await ask(FOX, 'GET', '/applications')
    assert.deepEqual(listed.body, { applications: [{ clientId, createdAt, ...shown }] })
    assert.deepEqual((await ask(WOLF, 'GET', '/applications')).body, { applications: [] })
  })

  it('have no secret when they are public', async t => {
    const { ask } = await start(t)
    const redirectUris = ['com.example.app:/callback', 'http://127.0.0.1/']
    const { body } = await ask(FOX, 'POST', '/applications', { ...APPLICATION, kind: 'public', redirectUris })
    assert.equal(body.clientSecret, null)
    const rotated = await ask(FOX, 'POST', `/applications/${body.clientId}/secret`)
    assert.deepEqual([rotated.status, rotated.body.code], [409, 'public_application'])
  })

  for (const [wrong, named] of [
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ siteUrl: 'javascript:alert(1)' }, 'siteUrl'],
    [{ name: 'Аvаtаry Sync' }, 'name` must not read as "avatary"'],
    [{ name: '0fficial Board' }, 'name` must not read as "official"'],
    [{ name: 'VR Chat' }, 'name` must not read as "vrchat"'],
    [{ redirectUris: [] }, 'redirectUris'],
    [{ redirectUris: Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`) }, 'redirectUris'],
    [{ redirectUris: ['http://app.example/'] }, 'redirectUris[0]'],
    [{ redirectUris: ['com.example.app:/callback'] }, 'redirectUris[0]'],
    [{ kind: 'secret' }, 'kind'],
  ] as const) {
    it(`are refused with ${JSON.stringify(wrong).slice(0, 60)}`, async t => {
      const { ask } = await start(t)
      const { status, body } = await ask(FOX, 'POST', '/applications', { ...APPLICATION, ...wrong })
      assert.deepEqual([status, body.code], [400, 'invalid_body'])
      assert.ok(String(body.error).includes(named), String(body.error))
      assert.equal(body.field, named.split('`')[0])
      assert.deepEqual((await ask(FOX, 'GET', '/applications')).body, { applications: [] })
    })
  }

  it('need no site, here as on the command line', async t => {
    const { ask } = await start(t)
    const { siteUrl: _, ...without } = APPLICATION
    for (const input of [without, { ...without, siteUrl: null }]) {
      const { status, body } = await ask(FOX, 'POST', '/applications', input)
      assert.deepEqual([status, body.siteUrl], [200, null])
    }
    const { clientId } = (await ask(FOX, 'POST', '/applications', APPLICATION)).body
    const change = await ask(FOX, 'PATCH', `/applications/${clientId}`, { siteUrl: null })
    assert.deepEqual([change.status, change.body.siteUrl], [200, null])
  })

  it('are not renamed to what imitates the service', async t => {
    const { ask } = await start(t)
    const { clientId } = (await ask(FOX, 'POST', '/applications', APPLICATION)).body
    const { status, body } = await ask(FOX, 'PATCH', `/applications/${clientId}`, { name: 'Ａvatary' })
    assert.deepEqual([status, body.code], [400, 'invalid_body'])
    assert.match(String(body.error), /^`name` must not read as "avatary".*Operators can register/)
    assert.equal((await ask(FOX, 'PATCH', `/applications/${clientId}`, { name: 'Other' })).status, 200)
  })

  it('say on the consent page who registered them and that nobody has checked them, unlike those of operators', async t => {
    const { service, ask } = await start(t)
    const { clientId } = (await ask(FOX, 'POST', '/applications', { ...APPLICATION, kind: 'public' })).body
    const redirectUri = APPLICATION.redirectUris[0]!
    const own = { clientId: String(clientId), secret: '', redirectUri }
    const pageOf = async (app: typeof own) => {
      const answerToAsk = await service.as(WOLF)(String(authorizeUrl(requestOf(app))))
      return await (await service.as(WOLF)(answerToAsk.headers.get('location')!)).text()
    }
    assert.match(
      await pageOf(own),
      new RegExp(
        `Registered by <b><bdi>@${FOX.username}</bdi></b>, a user of this site, and checked by nobody`,
      ),
    )
    const ofOperators = await pageOf(await service.register())
    assert.doesNotMatch(ofOperators, /checked by nobody/)
    assert.match(ofOperators, /your saved avatars/)
    assert.match(ofOperators, /Registered by the operators of this site/)
  })

  it(`are ${MAX_APPLICATIONS} at most`, async t => {
    const { ask } = await start(t)
    for (let n = 0; n < MAX_APPLICATIONS; n++) await ask(FOX, 'POST', '/applications', APPLICATION)
    const { status, body } = await ask(FOX, 'POST', '/applications', APPLICATION)
    assert.deepEqual([status, body.code], [400, 'application_limit_reached'])
    assert.equal((await ask(WOLF, 'POST', '/applications', APPLICATION)).status, 200)
  })

  it('are changed and deleted by their owner alone', async t => {
    const { ask } = await start(t)
    const { clientId } = (await ask(FOX, 'POST', '/applications', APPLICATION)).body
    const path = `/applications/${clientId}`
    for (const [method, body] of [
      ['PATCH', { name: 'Stolen' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, body: refusal } = await ask(WOLF, method, path, body)
      assert.deepEqual([status, refusal.code], [404, 'unknown_application'])
    }
    const change = await ask(FOX, 'PATCH', path, { name: 'Renamed', redirectUris: ['https://b.example/'] })
    assert.deepEqual([change.body.name, change.body.redirectUris], ['Renamed', ['https://b.example/']])
    assert.equal(change.body.siteUrl, APPLICATION.siteUrl)
    assert.equal((await ask(FOX, 'PATCH', path, {})).status, 400)
    assert.equal((await ask(FOX, 'PATCH', path, { redirectUris: ['com.example.app:/'] })).status, 400)
    assert.deepEqual((await ask(FOX, 'DELETE', path)).body, { ok: true })
    assert.equal((await ask(FOX, 'DELETE', path)).status, 404)
  })

  it('lose a redirect URI as soon as it is taken out', async t => {
    const { service, ask } = await start(t)
    const { clientId } = (await ask(FOX, 'POST', '/applications', { ...APPLICATION, kind: 'public' })).body
    const app = { clientId: String(clientId), secret: '', redirectUri: 'https://app.example/callback' }
    await codeFor(service, FOX, app)
    await ask(FOX, 'PATCH', `/applications/${clientId}`, { redirectUris: ['https://b.example/'] })
    await assert.rejects(codeFor(service, FOX, app), /redirect_uri/)
  })

  it('end with their tokens', async t => {
    const { service, ask } = await start(t)
    const { clientId } = (await ask(FOX, 'POST', '/applications', { ...APPLICATION, kind: 'public' })).body
    const app = { clientId: String(clientId), secret: '', redirectUri: 'https://app.example/callback' }
    const token = await tokenFor(service, WOLF, app)
    await ask(FOX, 'DELETE', `/applications/${clientId}`)
    assert.equal((await userInfo(service, token)).status, 401)
    assert.deepEqual((await ask(WOLF, 'GET', '/grants')).body, { grants: [] })
  })
})

describe('grants of a person', () => {
  it('tell what is allowed, since when, and when it was last used', async t => {
    const { service, ask } = await start(t)
    const app = await service.register()
    const since = new Date(service.clock.now()).toISOString()
    await codeFor(service, FOX, app)
    service.clock.advance(DAY_MS)
    await codeFor(service, FOX, app, { scope: 'identify email' })
    const { grants } = (await ask(FOX, 'GET', '/grants')).body as { grants: { id: string }[] }
    assert.deepEqual(grants, [
      {
        id: grants[0]!.id,
        application: { clientId: app.clientId, name: 'Lantern Board', siteUrl: 'https://app.example/' },
        scopes: ['identify', 'email'],
        grantedAt: since,
        lastUsedAt: new Date(service.clock.now()).toISOString(),
      },
    ])
    assert.deepEqual((await ask(WOLF, 'GET', '/grants')).body, { grants: [] })
  })

  it('that are remembered spare the question, unless the application wants it asked', async t => {
    const { service } = await start(t)
    const app = await service.register()
    await codeFor(service, FOX, app)
    const ask = (more: string) =>
      service.as(FOX)(
        `/api/oauth2/authorize?${new URLSearchParams({
          client_id: app.clientId,
          redirect_uri: app.redirectUri,
          response_type: 'code',
          code_challenge: 'c'.repeat(43),
          code_challenge_method: 'S256',
        })}${more}`,
      )
    assert.match((await ask('')).headers.get('location')!, /^https:\/\/app\.example\/callback\?code=/)
    assert.match((await ask('&prompt=consent')).headers.get('location')!, /^\/oauth\/consent/)
  })

  it('of an unknown id are refused', async t => {
    const { ask } = await start(t)
    for (const id of ['0', '1', '99999999999999999999', 'x', '-1', '1.5']) {
      const { status, body } = await ask(FOX, 'DELETE', `/grants/${id}`)
      assert.deepEqual([status, body.code], [404, 'unknown_grant'])
    }
  })

  it('survive that a code is used twice', async t => {
    const { service, ask } = await start(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    await redeem(service, app, code)
    await redeem(service, app, code)
    assert.equal(((await ask(FOX, 'GET', '/grants')).body.grants as object[]).length, 1)
  })
})
