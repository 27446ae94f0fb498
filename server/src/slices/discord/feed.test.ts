import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Avatar, PLATFORMS } from '@avatary/contract/avatar'
import { avatarWith } from '../../../tests/support/blank-avatar.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { NewAvatarFeed } from './feed.ts'
import type { DueFeed } from './store.ts'

const START = Date.UTC(2026, 0, 1)

function avatarAt(ms: number): Avatar {
  const addedAt = new Date(ms).toISOString()
  return avatarWith({ id: `avtr_${ms}`, name: `Added ${ms}`, platforms: [...PLATFORMS], addedAt })
}

/** A feed of one server. Tests set the clock and Discord's answer in `state`. */
function feedOf(answer: UpstreamAnswer = { kind: 'ok', status: 200, value: {} }) {
  const state = {
    nowMs: START,
    dueAtMs: START,
    isOn: true,
    avatars: [] as Avatar[],
    answer,
    isAgeRestricted: false,
  }
  let due: DueFeed = { guildId: '500', channelId: '600', afterMs: START }
  const sent: { channel: string; message: Record<string, unknown> }[] = []
  const feed = new NewAvatarFeed({
    servers: {
      takeDueFeed: async (nowMs, dueAtMs) => {
        if (!state.isOn || state.dueAtMs > nowMs) return null
        state.dueAtMs = dueAtMs
        return due
      },
      noteFeedSent: async (_, afterMs) => {
        due = { ...due, afterMs }
      },
      postponeFeed: async (_, dueAtMs) => {
        state.dueAtMs = dueAtMs
      },
      stopFeed: async () => {
        state.isOn = false
      },
    },
    api: {
      postMessage: async (channel, message) => {
        sent.push({ channel, message: message as Record<string, unknown> })
        return state.answer
      },
    },
    readNewest: async () => [...state.avatars].sort((a, b) => Date.parse(b.addedAt) - Date.parse(a.addedAt)),
    isAgeRestricted: async () => state.isAgeRestricted,
    clock: { now: () => state.nowMs },
    log: { warn: () => {} },
  })
  return { feed, state, sent }
}

describe('the feed of new avatars', () => {
  it('posts several avatars in one message, each once, and waits five minutes between messages', async () => {
    const { feed, state, sent } = feedOf()
    state.nowMs += MINUTE_MS
    state.avatars = [avatarAt(START - 1), avatarAt(START + 1), avatarAt(START + 2)]
    assert.equal(await feed.sendNext(), true)
    assert.equal(sent.length, 1)
    assert.equal(sent[0]?.channel, '600')
    const text = JSON.stringify(sent[0]?.message)
    assert.match(text, new RegExp(`${START + 1}`))
    assert.doesNotMatch(text, new RegExp(`${START - 1}`))
    assert.deepEqual(sent[0]?.message.allowed_mentions, { parse: [] })
    assert.equal(await feed.sendNext(), false, 'not due yet')
    state.nowMs += 5 * MINUTE_MS
    await feed.sendNext()
    assert.equal(sent.length, 1, 'nothing new')
    state.avatars.push(avatarAt(START + 3))
    state.nowMs += 5 * MINUTE_MS
    await feed.sendNext()
    assert.equal(sent.length, 2)
    assert.doesNotMatch(JSON.stringify(sent[1]?.message.embeds), new RegExp(`${START + 2}`))
  })

  it('posts the readNewest avatars and their total when there are too many for one message', async () => {
    for (const [length, told] of [
      [37, 'the last 10 of 37'],
      [200, 'the last 10 of 200 or more'],
    ] as const) {
      const { feed, state, sent } = feedOf()
      state.nowMs += MINUTE_MS
      state.avatars = Array.from({ length }, (_, i) => avatarAt(START + 1 + i))
      await feed.sendNext()
      assert.match(JSON.stringify(sent[0]?.message), new RegExp(`${told}"`))
    }
  })

  it('posts adult avatars only in age-restricted channels, and skips them for good elsewhere', async () => {
    const { feed, state, sent } = feedOf()
    const step = async () => {
      state.nowMs += 5 * MINUTE_MS
      await feed.sendNext()
      return JSON.stringify(sent.map(({ message }) => message.embeds))
    }
    const adult = { ...avatarAt(START + 2), tags: ['content_adult'] }
    state.avatars = [avatarAt(START + 1), adult]
    assert.doesNotMatch(await step(), new RegExp(`${START + 2}`))
    assert.equal(sent.length, 1)
    state.avatars.push({ ...avatarAt(START + 3), tags: ['content_adult'] })
    await step()
    assert.equal(sent.length, 1, 'nothing for everybody')
    state.isAgeRestricted = true
    await step()
    assert.equal(sent.length, 1, 'what was left out stays so')
    state.avatars.push({ ...avatarAt(START + 4), tags: ['content_adult'] })
    assert.match(await step(), new RegExp(`${START + 4}`))
  })

  it('posts an avatar with a future date once, when that date is reached', async () => {
    const { feed, state, sent } = feedOf()
    state.avatars = [avatarAt(START + 7 * MINUTE_MS)]
    for (let i = 0; i < 5; i++) {
      await feed.sendNext()
      assert.equal(sent.length, i < 2 ? 0 : 1, `after ${i * 5} minutes`)
      state.nowMs += 5 * MINUTE_MS
    }
  })

  it('retries a message that Discord did not accept, with the same nonce', async () => {
    const { feed, state, sent } = feedOf({ kind: 'limited', retryAfterMs: 1000 })
    state.nowMs += MINUTE_MS
    state.avatars = [avatarAt(START + 1)]
    await feed.sendNext()
    state.answer = { kind: 'ok', status: 200, value: {} }
    state.nowMs += 5 * MINUTE_MS
    await feed.sendNext()
    assert.equal(sent.length, 2)
    assert.equal(sent[0]?.message.nonce, sent[1]?.message.nonce)
    assert.equal(sent[0]?.message.enforce_nonce, true)
  })

  it('is switched off when the channel is deleted or closed to the bot', async () => {
    for (const answer of [
      { kind: 'absent', status: 404, body: 'json' },
      { kind: 'refused', status: 403, message: '', code: '50001' },
      { kind: 'refused', status: 400, message: '', code: '50006' },
    ] as const) {
      const { feed, state } = feedOf(answer)
      state.nowMs += MINUTE_MS
      state.avatars = [avatarAt(START + 1)]
      await feed.sendNext()
      assert.equal(state.isOn, false)
    }
  })

  it('waits for as long as Discord asks, and for an hour after a refusal', async () => {
    for (const [answer, minutes] of [
      [{ kind: 'limited', retryAfterMs: 20 * MINUTE_MS }, 20],
      [{ kind: 'unavailable', fault: 'timeout', reason: '', retryAfterMs: null }, 5],
      [{ kind: 'refused', status: 401, message: '', code: '0' }, 60],
      [{ kind: 'refused', status: 400, message: '', code: '50035' }, 60],
    ] as const) {
      const { feed, state, sent } = feedOf(answer)
      state.nowMs += MINUTE_MS
      state.avatars = [avatarAt(START + 1)]
      await feed.sendNext()
      state.nowMs += minutes * MINUTE_MS - 1
      await feed.sendNext()
      assert.equal(sent.length, 1)
      state.nowMs += 1
      await feed.sendNext()
      assert.equal(sent.length, 2)
      assert.equal(state.isOn, true)
    }
  })
})
