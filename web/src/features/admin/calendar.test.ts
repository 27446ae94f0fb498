import assert from 'node:assert/strict'
import { it } from 'node:test'
import { calendarAround } from './calendar.ts'

const NOW = Date.UTC(2026, 10, 22)
const day = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

it('has thirty days before today and sixty after, and the interval of a placement in them', () => {
  const { from, until, todayPosition, intervalOf } = calendarAround(NOW)
  assert.deepEqual([from, until, todayPosition], [day(-30), day(60), 1 / 3])
  assert.deepEqual(intervalOf({ startsAt: day(0), endsAt: day(30) }), { start: 1 / 3, end: 2 / 3 })
  assert.deepEqual(intervalOf({ startsAt: day(-90), endsAt: null }), { start: 0, end: 1 })
  assert.equal(intervalOf({ startsAt: day(-90), endsAt: day(-40) }), null)
  assert.equal(intervalOf({ startsAt: day(70), endsAt: null }), null)
})
