import assert from 'node:assert/strict'
import { it } from 'node:test'
import { calendarAround } from './calendar.ts'

const NOW = Date.UTC(2026, 10, 22)
const day = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

it('shows thirty days before today and sixty after, and what of a placement is in them', () => {
  const { from, until, today, partOf } = calendarAround(NOW)
  assert.deepEqual([from, until, today], [day(-30), day(60), 1 / 3])
  assert.deepEqual(partOf({ startsAt: day(0), endsAt: day(30) }), { from: 1 / 3, until: 2 / 3 })
  assert.deepEqual(partOf({ startsAt: day(-90), endsAt: null }), { from: 0, until: 1 })
  assert.equal(partOf({ startsAt: day(-90), endsAt: day(-40) }), null)
  assert.equal(partOf({ startsAt: day(70), endsAt: null }), null)
})
