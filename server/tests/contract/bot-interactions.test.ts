import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ERRORS, type ErrorCode, ErrorSchema } from '@avatary/contract/errors'
import { discordRoutes } from '@avatary/contract/routes/discord'
import { Compile } from 'typebox/compile'
import { type DiscordSim, startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

const errorShape = Compile(ErrorSchema)
const fixedClock = new ManualClock()

async function assertRefused(answer: Response, code: ErrorCode): Promise<void> {
  const text = await answer.text()
  assert.equal(answer.status, ERRORS[code].status, text)
  const body = JSON.parse(text) as { code: string }
  assert.ok(errorShape.Check(body), text)
  assert.equal(body.code, code, text)
}

describe("the webhook of Discord's interactions keeps the contract", () => {
  let sim: DiscordSim
  let app: TestApp
  let bare: TestApp
  const stack = new AsyncDisposableStack()
  before(async () => {
    sim = await startDiscordSim({ now: Date.now })
    stack.defer(() => sim.stop())
    const env = { DISCORD_PUBLIC_KEY: sim.publicKey }
    app = stack.use(await startTestApp({ avatars: INVENTED_AVATARS, env }))
    bare = stack.use(await startTestApp())
  })
  after(() => stack.disposeAsync())

  it('POST /bot/interactions checks the signature before anything else', async () => {
    const url = `${app.origin}/api/bot/interactions`
    const bodies: [string, RequestInit][] = [
      ['nothing', {}],
      ['no JSON', { body: '{{{' }],
      ['form', { body: new URLSearchParams({ a: 'b' }) }],
      ['packed', { body: gzipSync('{"type":1}'), headers: { 'Content-Encoding': 'gzip' } }],
      ['in chunks', { body: new Blob(['{"type":', '1}']).stream(), duplex: 'half' } as RequestInit],
    ]
    for (const [name, init] of bodies) {
      const answer = await fetch(url, { method: 'POST', ...init })
      assert.equal(answer.status, 401, name)
      await assertRefused(answer, 'invalid_signature')
      const there = await fetch(`${bare.origin}/api/bot/interactions`, {
        method: 'POST',
        ...init,
        ...again(name),
      })
      await assertRefused(there, 'key_not_configured')
    }
    const huge = await fetch(url, { method: 'POST', body: 'x'.repeat(2 ** 20 + 1) })
    await assertRefused(huge, 'invalid_signature')
    await assertRefused(await sim.interact(url, { text: 'x'.repeat(256 * 1024) }), 'body_too_large')
  })

  it('POST /bot/interactions refuses a signature more than five minutes away', async t => {
    const clock = new ManualClock()
    const discord = await startDiscordSim({ now: () => clock.now() })
    afterwards(t, () => discord.stop())
    const there = await startTestApp({ clock: fixedClock, env: { DISCORD_PUBLIC_KEY: discord.publicKey } })
    afterwards(t, async () => await there[Symbol.asyncDispose]())
    const url = `${there.origin}/api/bot/interactions`
    for (const [ageMs, status] of [
      [0, 200],
      [5 * MINUTE_MS, 200],
      [-5 * MINUTE_MS, 200],
      [5 * MINUTE_MS + 1000, 401],
      [-5 * MINUTE_MS - 1000, 401],
      [3600 * MINUTE_MS, 401],
    ] as const) {
      clock.advance(fixedClock.now() - ageMs - clock.now())
      assert.equal((await discord.interact(url, { type: 1 })).status, status, `${ageMs} ms old`)
    }
  })

  it('POST /bot/interactions limits what is not signed, and nothing that is', async t => {
    const env = { DISCORD_PUBLIC_KEY: sim.publicKey, RATE_LIMIT_GLOBAL: '3' }
    const there = await startTestApp({ env })
    afterwards(t, async () => await there[Symbol.asyncDispose]())
    const url = `${there.origin}/api/bot/interactions`
    const statuses = async (signing: 'valid' | 'none' | 'other-key', count: number) => {
      const answers: number[] = []
      for (let at = 0; at < count; at++) answers.push((await sim.interact(url, { type: 1 }, signing)).status)
      return answers
    }
    assert.deepEqual(await statuses('valid', 5), [200, 200, 200, 200, 200])
    assert.deepEqual(await statuses('none', 2), [401, 401])
    assert.deepEqual(await statuses('other-key', 2), [401, 429])
    assert.deepEqual(await statuses('none', 1), [429])
    assert.deepEqual(await statuses('valid', 5), [200, 200, 200, 200, 200])
  })

  it('POST /bot/interactions answers what is signed, whatever it is', async () => {
    const url = `${app.origin}/api/bot/interactions`
    const ask = async (interaction: unknown) => await sim.interact(url, interaction)
    assert.deepEqual(await (await ask({ type: 1 })).json(), { type: 1 })
    for (const odd of [
      { type: 2 },
      { type: 2, data: null },
      { type: 2, data: { name: 'avatar', options: 7 } },
      { type: 3 },
      { type: 3, data: { custom_id: 5 } },
      { type: 4 },
      { type: 5 },
      { type: 99, guild_id: 5 },
      { type: 2, guild_id: '500', channel: null, data: { name: 'avatar' } },
    ]) {
      const answer = await ask(odd)
      assert.equal(answer.status, 200, JSON.stringify(odd))
      const { type, data } = (await answer.json()) as { type: number; data: { flags?: number } }
      assert.ok((type === 4 && data.flags === 64) || type === 8, JSON.stringify(odd))
    }
    for (const none of [[], 'text', 5, null, {}, { type: 'x' }]) {
      const answer = await ask(none)
      assert.equal(answer.status, 400, JSON.stringify(none))
    }
  })

  it('GET /bot/interactions shows notes, and validates nothing', async () => {
    const answer = await app.get('/bot/interactions')
    assert.equal(answer.status, 200)
    assert.ok(Compile(discordRoutes.botInteractionNotes.response).Check(await answer.json()))
  })
})

/** Creates the request anew, because a stream can be sent only once. */
function again(name: string): RequestInit {
  return name === 'in chunks'
    ? ({ body: new Blob(['{"type":', '1}']).stream(), duplex: 'half' } as RequestInit)
    : {}
}
