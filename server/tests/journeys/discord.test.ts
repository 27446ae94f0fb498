import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { connectDiscord, DISCORD_CREATOR, discordStatus, openDiscord } from '../support/discord-app.ts'
import { DISCORD_FOX } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { asSignedIn, onSite, PLAYER, type SignedInBrowser, signIn } from '../support/sign-in.ts'

const STATE_COOKIE = 'avatary_discord_state'
const DISCONNECTED = { ok: true, disconnected: true, role: 'cleared', grant: 'revoked' }

async function disconnect(person: SignedInBrowser): Promise<unknown> {
  const answer = await person.delete('/discord/connection')
  assert.equal(answer.status, 200)
  return await answer.json()
}

forEachEngine('a Discord account', engine => {
  it('is connected, gets the checks, lists servers, and is disconnected in order', async t => {
    const scene = await openDiscord(t, engine)
    const { app, sim } = scene
    const person = await signIn(app, DISCORD_CREATOR)

    assert.equal((await discordStatus(person)).connected, false)
    assert.equal(
      await connectDiscord(scene, person, { returnTo: 'linked-roles' }),
      '/linked-roles?discord=connected',
    )
    const connected = await discordStatus(person)
    assert.equal(connected.connected, true)
    assert.deepEqual(connected.user, { id: DISCORD_FOX.id, username: 'fox', avatar: null })
    assert.equal(connected.checks.length, 5)
    const verified = connected.checks.find(({ key }) => key === 'verified')
    assert.deepEqual([verified?.passed, verified?.value], [true, true])
    const roleConnection = sim.roleConnections.get(DISCORD_FOX.id) as { metadata: Record<string, string> }
    assert.equal(roleConnection.metadata.verified, '1')
    assert.match(roleConnection.metadata.listed_avatars!, /^[1-9]\d*$/)

    await person.put(`/favorites/${INVENTED_AVATARS[0]!.id}`)
    const synced = (await (await person.post('/discord/sync')).json()) as Awaited<
      ReturnType<typeof discordStatus>
    >
    assert.equal(synced.checks.find(({ key }) => key === 'saved_avatars')?.value, 1)

    const { guilds } = (await (await person.get('/discord/guilds')).json()) as { guilds: { id: string }[] }
    assert.deepEqual(
      guilds.map(({ id }) => id),
      ['500'],
    )
    const configuration = (await (await person.get('/discord/guilds/500')).json()) as Record<string, unknown>
    assert.deepEqual(configuration.channels, [{ id: '600', name: 'general' }])
    assert.equal(configuration.botPresent, true)
    assert.equal(configuration.invite, null)
    const settings = { enabled: true, private: true, channel: '600' }
    assert.deepEqual(await (await person.put('/discord/guilds/500', settings)).json(), settings)
    const again = (await (await person.get('/discord/guilds/500')).json()) as Record<string, unknown>
    assert.deepEqual(again.settings, settings)

    const before = sim.requests.length
    assert.deepEqual(await disconnect(person), DISCONNECTED)
    const requests = sim.requests
      .slice(before)
      .map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
    assert.deepEqual(requests, ['DELETE role-connection', 'POST revoke'])
    assert.equal(sim.roleConnections.size, 0)
    assert.equal((await discordStatus(person)).connected, false)
    assert.equal((await person.get('/discord/guilds')).status, 409)
    const nothing = { ok: true, disconnected: false, role: 'none', grant: 'none' }
    assert.deepEqual(await disconnect(person), nothing)
  })

  it('is disconnected with the results for role and grant', async t => {
    const scene = await openDiscord(t, engine)
    const { sim } = scene
    const person = await signIn(scene.app, PLAYER)
    for (const [path, role, grant] of [
      [/role-connection$/, 'pending', 'pending'],
      [/token\/revoke$/, 'cleared', 'pending'],
    ] as const) {
      await connectDiscord(scene, person)
      sim.faults.add({ fault: 'server-error', path })
      assert.deepEqual(await disconnect(person), { ...DISCONNECTED, role, grant })
      sim.faults.clear()
      assert.equal((await discordStatus(person)).connected, false)
    }
    await connectDiscord(scene, person)
    sim.tokens.revokeAllOf(DISCORD_FOX.id)
    assert.deepEqual(await disconnect(person), { ...DISCONNECTED, role: 'none', grant: 'none' })
  })

  it('leaves no token in an answer, a log line or a column but the sealed one', async t => {
    const scene = await openDiscord(t, engine)
    const { app, sim, lines } = scene
    const person = await signIn(app, PLAYER)
    const answers: string[] = []
    const keep = async (answer: Promise<Response>) => void answers.push(await (await answer).text())
    await connectDiscord(scene, person)
    await keep(person.get('/discord/status'))
    await keep(person.post('/discord/sync'))
    await keep(person.get('/discord/guilds'))
    await keep(person.get('/account/export'))
    sim.faults.add({ fault: 'server-error', path: /role-connection|users/ })
    await keep(person.post('/discord/sync'))
    await keep(person.get('/discord/guilds/500'))
    const rows = await scene.dump()
    sim.faults.add({ fault: 'garbage' })
    await keep(person.delete('/discord/connection'))
    const everything = [...answers, ...lines, rows, await scene.dump()].join('\n')
    assert.match(everything, /discord_id/)
    // All secrets of the simulator have these prefixes.
    assert.doesNotMatch(everything, /sim-discord|simulated-secret|simulated-bot-token/)
  })

  it('moves from one account to another only when that is confirmed', async t => {
    const scene = await openDiscord(t, engine)
    const { app, sim } = scene
    const first = await signIn(app, DISCORD_CREATOR)
    await connectDiscord(scene, first)
    const second = await signIn(app, PLAYER)
    assert.equal(await connectDiscord(scene, second), '/dashboard?discord=taken')
    const asked = await discordStatus(second)
    assert.deepEqual([asked.connected, asked.taken?.username], [false, 'fox'])
    assert.equal((await discordStatus(first)).connected, true, 'nothing has moved')
    assert.equal((await discordStatus(first)).taken, null)
    assert.equal((await first.post('/discord/sync')).status, 200, 'the grant of who has it still works')
    assert.doesNotMatch(await scene.dump(), /sim-discord/)

    const elsewhere = await signIn(app, PLAYER)
    assert.equal(
      (await elsewhere.post('/discord/connection')).status,
      409,
      'another session of the same person',
    )
    assert.equal((await first.post('/discord/connection')).status, 409)
    const confirmed = await second.post('/discord/connection')
    assert.equal(confirmed.status, 200)
    const { connected, taken } = (await confirmed.json()) as Awaited<ReturnType<typeof discordStatus>>
    assert.deepEqual([connected, taken], [true, null])
    assert.equal((await discordStatus(first)).connected, false)
    const roleConnection = sim.roleConnections.get(DISCORD_FOX.id) as { platform_username: string }
    assert.equal(roleConnection.platform_username, PLAYER.username)
    assert.equal((await second.post('/discord/connection')).status, 409, 'once')
    assert.equal(
      await connectDiscord(scene, second),
      '/dashboard?discord=connected',
      'their own needs no word',
    )
  })

  it('does not move after ten minutes, or when Discord has revoked the consent', async t => {
    const clock = new ManualClock()
    const scene = await openDiscord(t, engine, {}, clock)
    const { app, sim } = scene
    const first = await signIn(app, DISCORD_CREATOR)
    await connectDiscord(scene, first)
    const second = await signIn(app, PLAYER)
    await connectDiscord(scene, second)
    clock.advance(10 * 60_000)
    assert.equal((await discordStatus(second)).taken, null)
    const late = await second.post('/discord/connection')
    assert.equal(((await late.json()) as { code: string }).code, 'nothing_to_confirm')
    assert.equal((await discordStatus(first)).connected, true)
    await connectDiscord(scene, second)
    sim.tokens.revokeAllOf(DISCORD_FOX.id)
    const lost = await second.post('/discord/connection')
    assert.equal(((await lost.json()) as { code: string }).code, 'not_connected')
    assert.equal((await discordStatus(second)).connected, false)
  })

  it('that waits for a confirmation is deleted with the account', async t => {
    const scene = await openDiscord(t, engine)
    await connectDiscord(scene, await signIn(scene.app, DISCORD_CREATOR))
    const person = await signIn(scene.app, PLAYER)
    await connectDiscord(scene, person)
    const waiting = async () => (JSON.parse(await scene.dump()) as object[][])[3]!.length
    assert.equal(await waiting(), 1)
    assert.equal((await person.delete('/account', { username: PLAYER.username })).status, 200)
    assert.equal(await waiting(), 0)
  })

  it('accepts a callback once, in the browser and session that started it', async t => {
    const scene = await openDiscord(t, engine)
    const { app, sim } = scene
    const person = await signIn(app, PLAYER)
    const other = await signIn(app, DISCORD_CREATOR)
    const begin = async () => {
      const { url } = (await (await person.post('/discord/connect', { returnTo: 'dashboard' })).json()) as {
        url: string
      }
      const consent = await fetch(`${url}&user=${DISCORD_FOX.id}`, { redirect: 'manual' })
      return onSite(app, consent.headers.get('location')!)
    }
    const expired = `${app.config.http.publicUrl}/dashboard?discord=expired`
    const elsewhere = await begin()
    assert.equal((await other.browser.go(elsewhere)).headers.get('location'), expired)
    assert.equal((await new Browser(app.origin).go(elsewhere)).status, 401)
    const withState = await fetch(elsewhere, {
      redirect: 'manual',
      headers: {
        cookie: `${other.cookie}; ${STATE_COOKIE}=${person.browser.cookie(STATE_COOKIE)}`,
      },
    })
    assert.equal(withState.headers.get('location'), expired)
    assert.equal(
      (await person.browser.go(elsewhere)).headers.get('location'),
      expired,
      'used up by who took it',
    )
    const own = await begin()
    const forged = new URL(own)
    forged.searchParams.set('state', 'forged')
    assert.equal((await person.browser.go(forged.href)).headers.get('location'), expired)
    assert.equal((await discordStatus(person)).connected, false)
    assert.equal(sim.requests.filter(({ path }) => path.endsWith('/oauth2/token')).length, 0)
  })

  it('is not connected when the user cancels, or does not allow a scope that is needed', async t => {
    const scene = await openDiscord(t, engine)
    const person = await signIn(scene.app, PLAYER)
    assert.equal(await connectDiscord(scene, person, { user: 'nobody' }), '/dashboard?discord=cancelled')
    const { url } = (await (await person.post('/discord/connect', { returnTo: 'dashboard' })).json()) as {
      url: string
    }
    const lessUrl = new URL(url)
    lessUrl.searchParams.set('scope', 'identify')
    const consent = await fetch(`${lessUrl}&user=${DISCORD_FOX.id}`, { redirect: 'manual' })
    const back = await person.browser.go(onSite(scene.app, consent.headers.get('location')!))
    assert.match(back.headers.get('location')!, /discord=incomplete$/)
    assert.equal((await discordStatus(person)).connected, false)
  })

  it('is disconnected when Discord is not configured any more, and revoked later', async t => {
    const scene = await openDiscord(t, engine)
    const person = await signIn(scene.app, PLAYER)
    await connectDiscord(scene, person)
    const without = await scene.startAnother({
      DISCORD_CLIENT_ID: '',
      DISCORD_CLIENT_SECRET: '',
      DISCORD_BOT_TOKEN: '',
    })
    const there = asSignedIn(without, browserAt(without, person))
    assert.equal((await there.get('/discord/status')).status, 200)
    assert.equal((await there.post('/discord/sync')).status, 503)
    assert.deepEqual(await disconnect(there), { ...DISCONNECTED, role: 'pending', grant: 'pending' })
    assert.equal((await discordStatus(person)).connected, false)
    const [connections, revocations] = JSON.parse(await scene.dump()) as object[][]
    assert.deepEqual([connections?.length, revocations?.length], [0, 1])
  })

  it('is disconnected when the account is deleted', async t => {
    const scene = await openDiscord(t, engine)
    const { app, sim } = scene
    const person = await signIn(app, PLAYER)
    await connectDiscord(scene, person)
    assert.equal(sim.roleConnections.size, 1)
    assert.equal((await person.delete('/account', { username: PLAYER.username })).status, 200)
    assert.equal(sim.roleConnections.size, 0)
  })
})

/** The same person's browser, connected to another process of the same site. */
function browserAt({ origin }: TestApp, { browser }: SignedInBrowser): Browser {
  const there = new Browser(origin)
  there.setCookie('avatary_session', browser.cookie('avatary_session')!)
  return there
}
