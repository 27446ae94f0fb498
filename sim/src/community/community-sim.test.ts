import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { type CommunitySim, startCommunitySim } from './community-sim.ts'
import { type CommunityPerson, demoPeople } from './people.ts'

const CREATOR: CommunityPerson = {
  sub: 's-1',
  username: 'fox',
  name: 'Fox',
  email: 'fox@example.org',
  platform_account: { id: 'usr_1', display_name: 'Fox', verified: true },
}
const VERIFIER = 'v'.repeat(43)
const BACK = 'https://avatars.example/api/login/callback'

const start = (now = () => 0) => startCommunitySim({ now, people: [CREATOR] })

function authorizeUrl(sim: CommunitySim, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: sim.clientId,
    redirect_uri: BACK,
    response_type: 'code',
    state: 'st',
    scope: 'identify email',
    code_challenge_method: 'S256',
    person: 'fox',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    ...changes,
  })
  return `${sim.origin}/oauth2/authorize?${query}`
}

async function consent(sim: CommunitySim, changes: Record<string, string> = {}): Promise<URLSearchParams> {
  const answer = await fetch(authorizeUrl(sim, changes), { redirect: 'manual' })
  assert.equal(answer.status, 302)
  return new URL(answer.headers.get('location')!).searchParams
}

async function redeem(sim: CommunitySim, code: string, changes: Record<string, string> = {}) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: BACK,
    code_verifier: VERIFIER,
    client_id: sim.clientId,
    client_secret: sim.clientSecret,
    ...changes,
  })
  const answer = await fetch(`${sim.origin}/oauth2/token`, { method: 'POST', body })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

async function userinfo(sim: CommunitySim, token: string) {
  const answer = await fetch(`${sim.origin}/oauth2/userinfo`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('the simulated community site', () => {
  it('signs in with a code once, and answers the fields of its scopes', async () => {
    await using sim = await start()
    const answer = await consent(sim)
    assert.deepEqual([answer.get('state'), answer.get('iss')], ['st', sim.origin])
    const token = await redeem(sim, answer.get('code')!)
    assert.equal(token.body.token_type, 'Bearer')
    assert.deepEqual((await userinfo(sim, token.body.access_token!)).body, {
      sub: 's-1',
      username: 'fox',
      name: 'Fox',
      picture: null,
      profile: `${sim.origin}/@fox`,
      email: 'fox@example.org',
      platform_account: CREATOR.platform_account,
    })
    assert.equal((await redeem(sim, answer.get('code')!)).body.error, 'invalid_grant')
    const bare = (await consent(sim, { scope: 'identify' })).get('code')!
    const { body } = await userinfo(sim, (await redeem(sim, bare)).body.access_token!)
    assert.equal('email' in body, false)
  })

  it('demands PKCE with S256, the same address and the right secret', async () => {
    await using sim = await start()
    assert.equal((await consent(sim, { code_challenge: '' })).get('error'), 'invalid_request')
    assert.equal((await consent(sim, { code_challenge_method: 'plain' })).get('error'), 'invalid_request')
    for (const wrong of [{ code_verifier: 'w'.repeat(43) }, { redirect_uri: `${BACK}/` }]) {
      const code = (await consent(sim)).get('code')!
      assert.equal((await redeem(sim, code, wrong)).body.error, 'invalid_grant')
    }
    const code = (await consent(sim)).get('code')!
    assert.equal((await redeem(sim, code, { client_secret: 'wrong' })).status, 401)
  })

  it('lets codes and tokens expire, and people revoke them', async () => {
    let now = 0
    await using sim = await start(() => now)
    const old = (await consent(sim)).get('code')!
    now += 61_000
    assert.equal((await redeem(sim, old)).body.error, 'invalid_grant')
    const tokenOf = async () => (await redeem(sim, (await consent(sim)).get('code')!)).body.access_token!
    const first = await tokenOf()
    now += 3_601_000
    assert.equal((await userinfo(sim, first)).status, 401)
    const second = await tokenOf()
    sim.tokens.revokeAllOf('s-1')
    assert.equal((await userinfo(sim, second)).status, 401)
  })

  it('cancels, and lists people to sign in as', async () => {
    await using sim = await start()
    sim.putPerson({ sub: 's-2', username: 'eve', name: '<b>Eve</b>' })
    assert.equal((await consent(sim, { person: 'nobody' })).get('error'), 'access_denied')
    const page = await (await fetch(authorizeUrl(sim).replace('&person=fox', ''))).text()
    assert.match(page, /Fox/)
    assert.doesNotMatch(page, /<b>Eve/)
  })

  it('answers profiles of verified creators only, for at most a hundred ids', async () => {
    await using sim = await start()
    sim.putPerson({
      sub: 's-2',
      username: 'eve',
      name: 'Eve',
      platform_account: { id: 'usr_2', display_name: 'Eve', verified: false },
    })
    const ask = (ids: string[]) => fetch(`${sim.origin}/api/creators?platform_ids=${ids.join(',')}`)
    assert.deepEqual(await (await ask(['usr_1', 'usr_2', 'usr_3'])).json(), {
      creators: [{ platform_id: 'usr_1', profile: `${sim.origin}/@fox` }],
    })
    const many = Array.from({ length: 101 }, (_, i) => `usr_${i}`)
    assert.equal((await ask(many)).status, 400)
  })

  it('answers as many rows of the leaderboard as requested', async () => {
    await using sim = await start()
    const rows = async (query: string) => {
      const answer = await fetch(`${sim.origin}/api/leaderboard${query}`)
      return ((await answer.json()) as { rows: { rank: number }[] }).rows
    }
    assert.deepEqual(
      (await rows('?limit=2')).map(({ rank }) => rank),
      [1, 2],
    )
    sim.setLeaderboard([])
    assert.deepEqual(await rows(''), [])
  })

  it('has people of every kind for the demo', () => {
    const avatars = ['a', 'b', 'b'].map((author, i) => ({
      id: `avtr_${i}`,
      authorId: `usr_${author}`,
      authorName: author,
    }))
    const accounts = demoPeople(avatars).map(
      ({ platform_account: account }) => account && [account.id, account.verified],
    )
    assert.deepEqual(accounts.filter(Boolean), [
      ['usr_b', true],
      ['usr_b', false],
    ])
  })
})
