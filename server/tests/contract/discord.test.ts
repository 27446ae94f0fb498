import assert from 'node:assert/strict'
import { after, before, it, type TestContext } from 'node:test'
import { ERRORS, type ErrorCode, ErrorSchema } from '@avatary/contract/errors'
import type { RouteContract } from '@avatary/contract/route'
import { discordRoutes } from '@avatary/contract/routes/discord'
import { Compile } from 'typebox/compile'
import type { TestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { connectDiscord, DISCORD_CREATOR, type DiscordScene, openDiscord } from '../support/discord-app.ts'
import { DISCORD_FOX, DISCORD_GUILD } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { asSignedIn, PLAYER, type SignedInBrowser, signIn } from '../support/sign-in.ts'

type Id = keyof typeof discordRoutes
const ROUTES: Readonly<Record<Id, RouteContract>> = discordRoutes
const errorShape = Compile(ErrorSchema)

const ORIGIN = 'https://avatary.test'
const SETTINGS = { enabled: true, private: false, channel: '600' }
const BODIES: { readonly [Key in Id]?: object } = {
  connectDiscord: { returnTo: 'dashboard' },
  updateGuild: SETTINGS,
  updateGuildFeed: { enabled: true },
}
/** Routes that need a session. The bot is tested in another file, and the callback does not answer JSON. */
const OWN_ROUTES = (Object.keys(ROUTES) as Id[]).filter(id => !/^bot|Callback/.test(id))
const WRITES = OWN_ROUTES.filter(id => ROUTES[id].method !== 'GET')

const USER_GUILDS = /users\/@me\/guilds$/

/** Brings about the state in which a route answers an error. */
type Preparation = (scene: DiscordScene, person: SignedInBrowser) => Promise<unknown>
const connected: Preparation = (scene, person) => connectDiscord(scene, person)
const failing =
  (path: RegExp, fault: 'wrong-types' | 'server-error'): Preparation =>
  async (scene, person) => {
    await connected(scene, person)
    scene.sim.faults.add({ fault, path })
  }
const owned =
  (owner: string): Preparation =>
  async (scene, person) => {
    await connected(scene, person)
    scene.sim.putGuild({ ...DISCORD_GUILD, owner_id: owner })
  }
const withChannel =
  (permissions: string): Preparation =>
  async (scene, person) => {
    await connected(scene, person)
    assert.equal((await person.put('/discord/guilds/500', SETTINGS)).status, 200)
    scene.sim.putGuild({ ...DISCORD_GUILD, roles: [{ id: '500', permissions }] })
  }

/** Somebody else has connected the account, so that moving it needs a confirmation. */
const takenBySomebody: Preparation = async (scene, person) => {
  const other = await signIn(scene.app, DISCORD_CREATOR)
  await connectDiscord(scene, other)
  await connectDiscord(scene, person)
}
/** The same, but the user has removed the application at Discord meanwhile. */
const takenAndLost: Preparation = async (scene, person) => {
  await takenBySomebody(scene, person)
  scene.sim.tokens.revokeAllOf(DISCORD_FOX.id)
}

const REFUSALS: readonly (readonly [id: Id, code: ErrorCode, prepare: Preparation])[] = [
  ...(['listGuilds', 'getGuild', 'updateGuild', 'updateGuildFeed', 'syncDiscord'] as const).map(
    id => [id, 'not_connected', async () => {}] as const,
  ),
  ...(['listGuilds', 'getGuild', 'updateGuild', 'updateGuildFeed'] as const).map(
    id => [id, 'upstream_unavailable', failing(USER_GUILDS, 'wrong-types')] as const,
  ),
  ['confirmDiscord', 'nothing_to_confirm', async () => {}],
  ['confirmDiscord', 'not_connected', takenAndLost],
  ['syncDiscord', 'upstream_unavailable', failing(/users\/@me$/, 'wrong-types')],
  ...(['getGuild', 'updateGuild', 'updateGuildFeed'] as const).map(
    id => [id, 'administrator_required', owned('1')] as const,
  ),
  ['updateGuild', 'channel_not_permitted', withChannel('1024')],
  // The bot can see the channel and write to it, but may not post embeds.
  ['updateGuildFeed', 'channel_not_permitted', withChannel('3072')],
]
const UNCONFIGURED = OWN_ROUTES.filter(id => ROUTES[id].errors.includes('upstream_not_configured'))

async function request(
  by: SignedInBrowser,
  id: Id,
  init: { origin?: string | null } = {},
): Promise<Response> {
  const { method, path } = ROUTES[id]
  const body = BODIES[id]
  const headers = new Headers()
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const { origin = ORIGIN } = init
  if (origin !== null) headers.set('Origin', origin)
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return await by.browser.go(`/api${path.replace('{id}', '500')}`, { method, headers, ...sent })
}

async function assertRefused(answer: Response, code: ErrorCode): Promise<void> {
  const text = await answer.text()
  assert.equal(answer.status, ERRORS[code].status, text)
  const body = JSON.parse(text) as { code: string }
  assert.ok(errorShape.Check(body), text)
  assert.equal(body.code, code, text)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

forEachEngine('the routes of Discord keep the contract', engine => {
  // Both engines give the same answers; the journeys run on both.
  if (engine.name !== 'sqlite') return

  let scene: DiscordScene
  const stack = new AsyncDisposableStack()
  before(async () => {
    const context = { after: (undo: () => Promise<void>) => stack.defer(undo) } as unknown as TestContext
    scene = await openDiscord(context, engine, { PUBLIC_URL: ORIGIN })
  })
  after(() => stack.disposeAsync())

  const somebody = async () => {
    scene.sim.faults.clear()
    scene.sim.putGuild(DISCORD_GUILD)
    const person = await signIn(scene.app, PLAYER)
    await person.delete('/discord/connection')
    return person
  }

  for (const id of OWN_ROUTES) {
    const { method, path, response } = ROUTES[id]
    it(`${method} ${path} answers as its schema says`, async () => {
      const person = await somebody()
      if (id === 'confirmDiscord') await takenBySomebody(scene, person)
      else await connectDiscord(scene, person)
      await person.put('/discord/guilds/500', SETTINGS)
      const answer = await request(person, id)
      const body: unknown = await answer.json()
      assert.equal(answer.status, 200, JSON.stringify(body))
      const shape = Compile(response)
      assert.ok(shape.Check(body), JSON.stringify(shape.Errors(body).slice(0, 3)))
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    })

    it(`${method} ${path} answers 401 to nobody`, async () => {
      const nobody = asSignedIn(scene.app, new Browser(scene.app.origin))
      await assertRefused(await request(nobody, id), 'sign_in_required')
    })
  }

  for (const id of WRITES)
    it(`${ROUTES[id].method} ${ROUTES[id].path} answers 401 to nobody also without an Origin`, async () => {
      const nobody = asSignedIn(scene.app, new Browser(scene.app.origin))
      await assertRefused(await request(nobody, id, { origin: null }), 'sign_in_required')
    })

  for (const id of WRITES)
    it(`${ROUTES[id].method} ${ROUTES[id].path} needs the origin of our own pages, always`, async () => {
      const person = await somebody()
      const origins = [
        null,
        'null',
        'https://evil.test',
        'http://localhost:8787.evil.test',
        'http://localhost',
      ]
      for (const origin of origins)
        await assertRefused(await request(person, id, { origin }), 'origin_not_allowed')
    })

  for (const [id, code, prepare] of REFUSALS)
    it(`${ROUTES[id].method} ${ROUTES[id].path} answers ${code}`, async () => {
      const person = await somebody()
      await prepare(scene, person)
      await assertRefused(await request(person, id), code)
      scene.sim.faults.clear()
    })

  for (const id of UNCONFIGURED)
    it(`${ROUTES[id].method} ${ROUTES[id].path} answers upstream_not_configured`, async () => {
      const person = await somebody()
      const names = ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_BOT_TOKEN']
      const without = await unconfigured(names)
      const there = new Browser(without.origin)
      there.setCookie('avatary_session', person.browser.cookie('avatary_session')!)
      await assertRefused(await request(asSignedIn(without, there), id), 'upstream_not_configured')
      const callback = await there.go('/api/discord/callback?code=a&state=b')
      await assertRefused(callback, 'upstream_not_configured')
    })

  let started: Promise<TestApp> | null = null
  const unconfigured = (names: readonly string[]) => {
    started ??= scene.startAnother(Object.fromEntries(names.map(name => [name, ''])))
    return started
  }

  it('and every error that the contract has is among these', () => {
    const tested = [
      ...REFUSALS.map(([id, code]) => `${id} ${code}`),
      ...[...UNCONFIGURED, 'discordCallback'].map(id => `${id} upstream_not_configured`),
      'botInteraction invalid_signature',
      'botInteraction key_not_configured',
    ]
    const declared = Object.entries(ROUTES).flatMap(([id, { errors }]) => errors.map(code => `${id} ${code}`))
    assert.deepEqual([...new Set(tested)].sort(), declared.sort())
  })

  it('POST /discord/connect takes its two targets and nothing else', async () => {
    const person = await somebody()
    for (const body of [
      undefined,
      {},
      { returnTo: null },
      { returnTo: 'DASHBOARD' },
      { returnTo: '/dashboard' },
      { returnTo: 'https://evil.test' },
      { returnTo: ['dashboard'] },
      [],
    ]) {
      const answer = await person.post('/discord/connect', body)
      assert.ok([400, 415].includes(answer.status), `${JSON.stringify(body)}: ${answer.status}`)
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  })

  it('POST /discord/connect binds the consent to the browser by a cookie that scripts and other sites lack', async () => {
    const person = await somebody()
    const answer = await request(person, 'connectDiscord')
    const cookie = answer.headers.getSetCookie().find(line => line.startsWith('avatary_discord_state='))!
    assert.match(cookie, /; HttpOnly(;|$)/)
    assert.match(cookie, /; Secure(;|$)/)
    assert.match(cookie, /; SameSite=Lax(;|$)/)
    assert.match(cookie, /; Max-Age=600(;|$)/)
    assert.match(cookie, /; Path=\/api\/discord\/callback(;|$)/)
    assert.doesNotMatch(cookie, /Domain/)
    const { url } = (await answer.json()) as { url: string }
    const { searchParams } = new URL(url)
    const state = searchParams.get('state')!
    assert.equal(Buffer.from(state, 'base64url').length, 32)
    assert.ok(cookie.includes(`=${state};`))
    assert.equal(searchParams.get('redirect_uri'), `${ORIGIN}/api/discord/callback`)
    assert.equal(searchParams.get('scope'), 'identify guilds role_connections.write')
    assert.doesNotMatch(await scene.dump(), new RegExp(state), 'kept as a hash')
  })

  it('GET /discord/callback always answers 303, even to people who are not signed in', async () => {
    const person = await somebody()
    for (const query of [
      '',
      '?state=a',
      '?code=a',
      '?code=a&state=b',
      '?error=access_denied&state=b',
      '?code=&state=',
      '?code=%00&state=%ff',
      `?code=${'x'.repeat(9000)}&state=b`,
    ]) {
      const answer = await person.get(`/discord/callback${query}`)
      assert.equal(answer.status, 303, query.slice(0, 40))
      assert.equal(answer.headers.get('location'), `${ORIGIN}/dashboard?discord=expired`)
      assert.equal(await answer.text(), '')
      assert.match(answer.headers.getSetCookie().join(), /avatary_discord_state=; Max-Age=0/)
    }
    const nobody = await new Browser(scene.app.origin).go('/api/discord/callback?code=a&state=b')
    await assertRefused(nobody, 'sign_in_required')
  })

  it('GET /discord/guilds takes as many servers as somebody can be in, with ids beyond 2^53', async () => {
    const person = await somebody()
    const ids = Array.from({ length: 200 }, (_, i) => String(18_446_744_073_709_551_000n + BigInt(i)))
    for (const id of ids)
      scene.sim.putGuild({ ...DISCORD_GUILD, id, name: '狐'.repeat(100), owner_id: DISCORD_FOX.id })
    await connectDiscord(scene, person)
    const { guilds } = (await (await person.get('/discord/guilds')).json()) as { guilds: { id: string }[] }
    const listed = new Set(guilds.map(({ id }) => id))
    assert.ok(ids.every(id => listed.has(id)))
  })
})
