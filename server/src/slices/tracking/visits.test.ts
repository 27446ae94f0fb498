import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answer, json, prepared } from '../../kernel/answer.ts'
import { Visitors } from './visitors.ts'
import { Visits } from './visits.ts'

const BODY = Buffer.from('{}')
const LIST = prepared({ body: BODY, slots: [5, 3] })

function setUp() {
  const shown: number[][] = []
  const visits = new Visits({
    pendingCounts: {
      track: () => {},
      countWear: () => {},
      countImpressions: slots => shown.push(Array.from(slots)),
    },
    visitors: new Visitors({ isBot: text => text === 'bot', deviceOf: () => null }),
    bound: { admit: () => true },
  })
  const send = (answer: Answer, request: { method?: string; headers?: Record<string, string> } = {}) =>
    visits.countImpressions({ method: 'GET', headers: {}, ...request }, answer)
  return { shown, send }
}

describe('impressions', () => {
  it('are counted for each avatar of an answer, each time that it is sent', () => {
    const { shown, send } = setUp()
    send(LIST)
    send(LIST)
    assert.deepEqual(shown, [
      [5, 3],
      [5, 3],
    ])
  })

  it('are not counted for bots, HEAD, searches that are being typed, and answers without avatars', () => {
    const { shown, send } = setUp()
    send(LIST, { headers: { 'user-agent': 'bot' } })
    send(LIST, { method: 'HEAD' })
    send(LIST, { headers: { 'search-provisional': '?1' } })
    send(json({}))
    send(prepared({ body: BODY }))
    assert.deepEqual(shown, [])
  })
})
