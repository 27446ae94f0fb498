import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { APIInteraction, APIInteractionResponse } from 'discord-api-types/v10'
import { answerOrDefer, type DeferDeps } from './deferred-answers.ts'

const COMMAND_NAME = { type: 2, token: 'tok' } as APIInteraction
const BUTTON = { type: 3, token: 'tok' } as APIInteraction
const TYPING = { type: 4, token: 'tok' } as APIInteraction

/** Records everything that is sent after the first answer. */
function later() {
  const sent: unknown[] = []
  const failed: unknown[] = []
  const deps: DeferDeps = {
    sleep: async () => {},
    edit: async (token, message) => void sent.push(['edit', token, message]),
    followUp: async (token, message) => void sent.push(['follow up', token, message]),
    onFailed: error => void failed.push(error),
  }
  return { deps, sent, failed }
}

/** Answers after the time limit for a first answer. */
async function answerLate(interaction: APIInteraction, answer: APIInteractionResponse | Error) {
  const { deps, sent, failed } = later()
  const work = Promise.withResolvers<APIInteractionResponse>()
  const first = await answerOrDefer(interaction, work.promise, deps)
  if (answer instanceof Error) work.reject(answer)
  else work.resolve(answer)
  await nextTurn()
  return { first, sent, failed }
}

describe('an answer that is ready in time', () => {
  const deps = { ...later().deps, sleep: () => new Promise<never>(() => {}) }

  it('is returned unchanged', async () => {
    const answer = { type: 4, data: { content: 'now' } } as const
    assert.deepEqual(await answerOrDefer(COMMAND_NAME, Promise.resolve(answer), deps), answer)
  })

  it('is a message about the failure when the work fails', async () => {
    const { deps, failed } = later()
    const broken = new Error('broken')
    const apology = await answerOrDefer(COMMAND_NAME, Promise.reject(broken), { ...deps, sleep: deps.sleep })
    assert.equal(apology.type, 4)
    assert.deepEqual('data' in apology && (apology.data as { flags?: number }).flags, 64)
    assert.deepEqual(failed, [broken])
    const nothing = await answerOrDefer(TYPING, Promise.reject(broken), { ...deps, sleep: deps.sleep })
    assert.deepEqual(nothing, { type: 8, data: { choices: [] } })
  })
})

describe('an answer that takes too long', () => {
  it('is deferred privately, and sent without flags when it is ready', async () => {
    const { first, sent } = await answerLate(COMMAND_NAME, { type: 4, data: { content: 'late', flags: 64 } })
    assert.deepEqual(first, { type: 5, data: { flags: 64 } })
    assert.deepEqual(sent, [['edit', 'tok', { content: 'late' }]])
  })

  it("replaces the message when it is the message's next page", async () => {
    const { first, sent } = await answerLate(BUTTON, { type: 7, data: { content: '', embeds: [] } })
    assert.deepEqual(first, { type: 6 })
    assert.deepEqual(sent, [['edit', 'tok', { content: '', embeds: [] }]])
  })

  it('is sent as a separate message when it refuses a button of a public message', async () => {
    const refusal = { content: 'switched off', flags: 64 }
    const { sent } = await answerLate(BUTTON, { type: 4, data: refusal })
    assert.deepEqual(sent, [['follow up', 'tok', refusal]])
  })

  it('is a message about the failure when the work fails', async () => {
    const broken = new Error('broken')
    const { sent, failed } = await answerLate(COMMAND_NAME, broken)
    assert.deepEqual(failed, [broken])
    assert.match(JSON.stringify(sent), /edit.*did not work/)
    const pressed = await answerLate(BUTTON, broken)
    assert.match(JSON.stringify(pressed.sent), /follow up.*did not work/)
  })

  it('is not sent when it would complete a text that was being typed', async () => {
    const { first, sent } = await answerLate(TYPING, {
      type: 8,
      data: { choices: [{ name: 'a', value: 'a' }] },
    })
    assert.deepEqual(first, { type: 8, data: { choices: [] } })
    assert.deepEqual(sent, [])
  })
})
