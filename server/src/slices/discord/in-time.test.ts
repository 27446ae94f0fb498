import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { APIInteraction, APIInteractionResponse } from 'discord-api-types/v10'
import { type InTimeDeps, inTime } from './in-time.ts'

const COMMAND = { type: 2, token: 'tok' } as APIInteraction
const BUTTON = { type: 3, token: 'tok' } as APIInteraction
const TYPING = { type: 4, token: 'tok' } as APIInteraction

/** What is sent after the first answer. */
function later() {
  const sent: unknown[] = []
  const failed: unknown[] = []
  const deps: InTimeDeps = {
    sleep: async () => {},
    edit: async (token, message) => void sent.push(['edit', token, message]),
    followUp: async (token, message) => void sent.push(['follow up', token, message]),
    onFailed: error => void failed.push(error),
  }
  return { deps, sent, failed }
}

/** An answer that comes after the patience is over. */
async function answeredLate(interaction: APIInteraction, answer: APIInteractionResponse | Error) {
  const { deps, sent, failed } = later()
  const work = Promise.withResolvers<APIInteractionResponse>()
  const first = await inTime(interaction, work.promise, deps)
  if (answer instanceof Error) work.reject(answer)
  else work.resolve(answer)
  await new Promise(setImmediate)
  return { first, sent, failed }
}

describe('an answer that comes in time', () => {
  const inTimeParts = { ...later().deps, sleep: () => new Promise<never>(() => {}) }

  it('is just the answer', async () => {
    const answer = { type: 4, data: { content: 'now' } } as const
    assert.deepEqual(await inTime(COMMAND, Promise.resolve(answer), inTimeParts), answer)
  })

  it('is an apology when the work fails', async () => {
    const { deps, failed } = later()
    const broken = new Error('broken')
    const apology = await inTime(COMMAND, Promise.reject(broken), { ...deps, sleep: inTimeParts.sleep })
    assert.equal(apology.type, 4)
    assert.deepEqual('data' in apology && (apology.data as { flags?: number }).flags, 64)
    assert.deepEqual(failed, [broken])
    const nothing = await inTime(TYPING, Promise.reject(broken), { ...deps, sleep: inTimeParts.sleep })
    assert.deepEqual(nothing, { type: 8, data: { choices: [] } })
  })
})

describe('an answer that takes long', () => {
  it('is announced to the asker alone, and sent when it is there, without flags that nobody takes then', async () => {
    const { first, sent } = await answeredLate(COMMAND, { type: 4, data: { content: 'late', flags: 64 } })
    assert.deepEqual(first, { type: 5, data: { flags: 64 } })
    assert.deepEqual(sent, [['edit', 'tok', { content: 'late' }]])
  })

  it('turns the page of a message late', async () => {
    const { first, sent } = await answeredLate(BUTTON, { type: 7, data: { content: '', embeds: [] } })
    assert.deepEqual(first, { type: 6 })
    assert.deepEqual(sent, [['edit', 'tok', { content: '', embeds: [] }]])
  })

  it('says why not beside the message of others, never in its place', async () => {
    const refusal = { content: 'switched off', flags: 64 }
    const { sent } = await answeredLate(BUTTON, { type: 4, data: refusal })
    assert.deepEqual(sent, [['follow up', 'tok', refusal]])
  })

  it('leaves nobody waiting when it fails', async () => {
    const broken = new Error('broken')
    const { sent, failed } = await answeredLate(COMMAND, broken)
    assert.deepEqual(failed, [broken])
    assert.match(JSON.stringify(sent), /edit.*did not work/)
    const pressed = await answeredLate(BUTTON, broken)
    assert.match(JSON.stringify(pressed.sent), /follow up.*did not work/)
  })

  it('is not sent after what was typed, as nobody looks there any more', async () => {
    const { first, sent } = await answeredLate(TYPING, {
      type: 8,
      data: { choices: [{ name: 'a', value: 'a' }] },
    })
    assert.deepEqual(first, { type: 8, data: { choices: [] } })
    assert.deepEqual(sent, [])
  })
})
