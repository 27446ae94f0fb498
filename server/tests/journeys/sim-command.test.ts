import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { avatary } from '../support/command-line.ts'

/** Runs the command while `use` works with the settings that it printed. */
async function simulate(args: string[], use: (settings: Record<string, string>) => Promise<void>) {
  const stopping = new AbortController()
  let using: Promise<void> | undefined
  const outcome = avatary(['sim', ...args], {
    signal: stopping.signal,
    onOutput: text => {
      const lines = text.split('\n').filter(line => line.includes('='))
      if (lines.length === 0) return
      using ??= use(Object.fromEntries(lines.map(line => line.split(/=(.*)/).slice(0, 2))))
      using.finally(() => stopping.abort()).catch(() => {})
    },
  })
  const result = await outcome
  await using
  return result
}

describe('the sim command', () => {
  const { submittableAvatars } = createDemoCatalog()
  const { id } = submittableAvatars[0]!

  it('plays the platform with the settings that it prints', async () => {
    const { code, stderr } = await simulate(['platform'], async settings => {
      const headers = {
        'User-Agent': 'test/1 test@example.org',
        Cookie: `auth=${settings.PLATFORM_AUTH_COOKIE}`,
      }
      const response = await fetch(`${settings.PLATFORM_API_URL}/avatars/${id}`, { headers })
      assert.equal(((await response.json()) as { id: string }).id, id)
    })
    assert.equal(code, 0)
    assert.match(stderr, /Answered 1 requests/)
  })

  it('simulates another index of either kind', async () => {
    await simulate(['vrcx'], async ({ EXTERNAL_INDEX_URL, EXTERNAL_INDEX_KIND }) => {
      assert.equal(EXTERNAL_INDEX_KIND, 'vrcx')
      assert.ok(Array.isArray(await (await fetch(`${EXTERNAL_INDEX_URL}?search=fox&n=5`)).json()))
    })
    await simulate(['avtrdb'], async ({ EXTERNAL_INDEX_KIND }) => {
      assert.equal(EXTERNAL_INDEX_KIND, 'avtrdb')
    })
  })

  it('plays the community site, with people to sign in as', async () => {
    await simulate(['community'], async ({ COMMUNITY_URL, COMMUNITY_CLIENT_ID }) => {
      const query = new URLSearchParams({
        client_id: COMMUNITY_CLIENT_ID!,
        redirect_uri: 'https://avatars.example/',
        response_type: 'code',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
      })
      assert.match(await (await fetch(`${COMMUNITY_URL}/oauth2/authorize?${query}`)).text(), /@momo/)
    })
  })

  it('plays the membership platform', async () => {
    await simulate(['membership'], async ({ PATREON_API_URL, PATREON_ACCESS_TOKEN, PATREON_CAMPAIGN_ID }) => {
      const headers = { Authorization: `Bearer ${PATREON_ACCESS_TOKEN}` }
      const url = `${PATREON_API_URL}/campaigns/${PATREON_CAMPAIGN_ID}/members`
      const { data } = (await (await fetch(url, { headers })).json()) as { data: object[] }
      assert.ok(data.length > 50)
    })
  })

  it('says in a line that its port is taken', async () => {
    await simulate(['membership'], async ({ PATREON_API_URL }) => {
      const { port } = new URL(PATREON_API_URL!)
      const { code, stderr } = await avatary(['sim', 'vrcx', `--port=${port}`])
      assert.deepEqual([code, stderr], [1, `Port ${port} is taken: give another --port.\n`])
    })
  })

  it('names what it can play', async () => {
    const { code, stderr } = await avatary(['sim', 'everything'])
    assert.equal(code, 2)
    assert.match(stderr, /platform, vrcx, avtrdb/)
  })
})
