import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DiscordSim, startDiscordSim } from './discord-sim.ts'
import type { SimGuild } from './guilds.ts'

/** Discord's permission bit of administrators. */
const ADMINISTRATOR = 8n

const owner = { id: '100', username: 'owner' }
const member = { id: '101', username: 'member' }
const guild: SimGuild = {
  id: '500',
  name: 'Foxes',
  owner_id: owner.id,
  roles: [
    { id: '500', permissions: '1024' },
    { id: '501', permissions: String(ADMINISTRATOR) },
  ],
  channels: [{ id: '600', name: 'general', type: 0 }],
  members: { [owner.id]: { roles: [] }, [member.id]: { roles: ['501'] } },
}
const start = () => startDiscordSim({ now: () => 0, users: [owner, member], guilds: [guild] })
const AGENT = { 'User-Agent': 'DiscordBot (https://example.org, 1.0)' }
const REDIRECT = 'https://avatary.example/callback'

async function consent(sim: DiscordSim, user: string, scope = 'identify guilds'): Promise<URL> {
  const query = new URLSearchParams({
    client_id: sim.clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
  })
  query.set('scope', scope)
  query.set('state', 'xyz')
  query.set('user', user)
  const answer = await fetch(`${sim.authorizeUrl}?${query}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location')!)
}

async function post(sim: DiscordSim, path: string, form: Record<string, string>): Promise<Response> {
  const basic = Buffer.from(`${sim.clientId}:${sim.clientSecret}`).toString('base64')
  const headers = { ...AGENT, Authorization: `Basic ${basic}` }
  return await fetch(`${sim.apiUrl}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
}

async function tokenOf(sim: DiscordSim, user: string): Promise<Record<string, string>> {
  const code = (await consent(sim, user)).searchParams.get('code')!
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
  return (await (await post(sim, '/oauth2/token', grant)).json()) as Record<string, string>
}

const asUser = (sim: DiscordSim, path: string, token: string) =>
  fetch(`${sim.apiUrl}${path}`, { headers: { ...AGENT, Authorization: `Bearer ${token}` } })
const asBot = (sim: DiscordSim, path: string) =>
  fetch(`${sim.apiUrl}${path}`, { headers: { ...AGENT, Authorization: `Bot ${sim.botToken}` } })

describe('the simulated Discord', () => {
  it('lets a user consent or cancel, and returns the state', async () => {
    await using sim = await start()
    const agreed = await consent(sim, owner.id)
    assert.equal(agreed.searchParams.get('state'), 'xyz')
    assert.ok(agreed.searchParams.get('code'))
    assert.equal((await consent(sim, 'nobody')).searchParams.get('error'), 'access_denied')
  })

  it('accepts a code once, and only with its redirect address', async () => {
    await using sim = await start()
    const code = (await consent(sim, owner.id)).searchParams.get('code')!
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
    assert.equal((await post(sim, '/oauth2/token', grant)).status, 200)
    assert.equal((await post(sim, '/oauth2/token', grant)).status, 400)
    const other = (await consent(sim, owner.id)).searchParams.get('code')!
    const elsewhere = { ...grant, code: other, redirect_uri: 'https://evil.example/' }
    assert.equal((await post(sim, '/oauth2/token', elsewhere)).status, 400)
  })

  it('replaces a used refresh token, and revokes all tokens with any one', async () => {
    await using sim = await start()
    const first = await tokenOf(sim, owner.id)
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token! }
    const second = (await (await post(sim, '/oauth2/token', refresh)).json()) as Record<string, string>
    assert.equal((await post(sim, '/oauth2/token', refresh)).status, 400)
    await post(sim, '/oauth2/token/revoke', { token: first.access_token! })
    assert.equal((await asUser(sim, '/users/@me', second.access_token!)).status, 401)
  })

  it('answers the servers and permissions of a member, by scope', async () => {
    await using sim = await start()
    const { access_token } = await tokenOf(sim, member.id)
    const guilds = (await (await asUser(sim, '/users/@me/guilds', access_token!)).json()) as {
      permissions: string
      owner: boolean
    }[]
    assert.equal(guilds[0]!.owner, false)
    assert.equal(BigInt(guilds[0]!.permissions) & ADMINISTRATOR, ADMINISTRATOR)
    const connection = `/users/@me/applications/${sim.clientId}/role-connection`
    assert.equal((await asUser(sim, connection, access_token!)).status, 403)
  })

  it('shows a server to the bot only when it is a member', async () => {
    await using sim = await start()
    assert.equal((await asBot(sim, '/guilds/500')).status, 403)
    sim.putGuild({ ...guild, members: { ...guild.members, '900000000000000001': { roles: [] } } })
    assert.equal((await asBot(sim, '/guilds/500')).status, 200)
    assert.equal((await asBot(sim, '/guilds/500/members/101')).status, 200)
    assert.equal((await asBot(sim, '/guilds/500/members/999')).status, 404)
    assert.equal((await asBot(sim, '/guilds/999')).status, 404)
  })

  it('refuses a client with an invalid user agent, and limits requests as planned', async () => {
    await using sim = await start()
    assert.equal((await fetch(`${sim.apiUrl}/users/@me`)).status, 403)
    sim.limit({ path: /guilds/, times: 1, retryAfterSeconds: 2.5 })
    const answer = await asBot(sim, '/guilds/500')
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('retry-after'), '3')
    assert.equal((await asBot(sim, '/guilds/500')).status, 403)
  })
})
