import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RequestContext } from '../../kernel/answer.ts'
import { type InsightsDeps, insightsHandlers } from './handlers.ts'

const nothing = {} as InsightsDeps

it('is 503 with Retry-After while the histories load', async () => {
  const handlers = insightsHandlers({ ...nothing, waitUntilReady: async () => false })
  const context = { headers: {}, rawQuery: '' } as RequestContext
  const page = { sort: 'views', days: 30, limit: 30, offset: 0 } as const
  const answers = [
    handlers.insightsOverview({ query: { days: 30 }, params: {}, body: undefined, context }),
    handlers.insightsAvatars({ query: page, params: {}, body: undefined, context }),
    handlers.insightsAvatar({ query: { days: 30 }, params: { id: '' }, body: undefined, context }),
  ]
  for (const answer of await Promise.all(answers)) {
    assert.ok(answer.kind === 'failure')
    assert.deepEqual([answer.code, answer.headers], ['not_ready', { 'Retry-After': '2' }])
  }
})
