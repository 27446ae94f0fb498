import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prefersCsv } from './download.ts'
import { NO_HISTORY } from './histories.ts'
import {
  activityOf,
  dateOf,
  peaksOf,
  percentileOf,
  ratesOf,
  seriesOf,
  sparklineDays,
  totalOf,
  trendOf,
  windowsOf,
} from './rules.ts'

const TODAY = 20_778
/** Impressions, views, outbound, wears, likes, favorites. */
const views = (count: number) => [count * 10, count, 0, 0, 0, 0]

describe('the windows', () => {
  it('end today and do not overlap', () => {
    assert.deepEqual(windowsOf(TODAY, 7), {
      window: { from: TODAY - 6, to: TODAY },
      previous: { from: TODAY - 13, to: TODAY - 7 },
    })
    assert.deepEqual(sparklineDays(TODAY), { from: TODAY - 13, to: TODAY })
    assert.equal(dateOf(TODAY), '2026-11-21')
  })
})

describe('a trend', () => {
  it('is the change in percent to one decimal, and null when the previous count is 0', () => {
    assert.deepEqual(trendOf([10, 4, 0, 5, 0, -2], [3, 8, 7, 0, -1, 4]), {
      impressions: 233.3,
      views: -50,
      outbound: -100,
      wears: null,
      likes: null,
      favorites: -150,
    })
  })
})

describe('rates', () => {
  it('are quotients to four decimals', () => {
    assert.deepEqual(ratesOf([3, 2, 1, 0, 1, 0]), {
      ctr: 0.6667,
      clickThrough: 0.5,
      likeRate: 0.5,
      saveRate: 0,
    })
  })

  it('are 0 when the divisor is 0 or the count is negative', () => {
    assert.deepEqual(ratesOf([0, 0, 1, 0, 1, 0]), { ctr: 0, clickThrough: 0, likeRate: 0, saveRate: 0 })
    assert.equal(ratesOf([0, 9, 0, 0, -4, 0]).likeRate, 0)
  })
})

describe('a percentile', () => {
  it('is 100 for the first, 0 for the last, and 100 for a single avatar', () => {
    assert.deepEqual(
      [percentileOf(1, 5), percentileOf(5, 5), percentileOf(2, 5), percentileOf(1, 1)],
      [100, 0, 75, 100],
    )
  })
})

describe('a daily series', () => {
  it('has every day, including days without activity', () => {
    const series = seriesOf([{ day: TODAY - 1, counts: views(3) }], { from: TODAY - 2, to: TODAY })
    assert.deepEqual(
      series.map(({ day, counts }) => [day - TODAY, counts[1]]),
      [
        [-2, 0],
        [-1, 3],
        [0, 0],
      ],
    )
    assert.deepEqual(totalOf(series), views(3))
  })

  it('has at most three peaks, all with views, and the later of equal ones first', () => {
    const counted = [5, 0, 9, 9, 1].map((count, i) => ({ day: TODAY - i, counts: views(count) }))
    assert.deepEqual(
      peaksOf(counted).map(({ day }) => day - TODAY),
      [-2, -3, 0],
    )
    assert.deepEqual(peaksOf([{ day: TODAY, counts: [5, 0, 0, 0, 0, 0] }]), [])
  })
})

describe('an activity span', () => {
  it('goes from the first day with activity to the last, and averages over all days between', () => {
    const days = [{ day: TODAY, counts: views(5) }]
    const history = { days, totals: views(15), activeDays: 5, firstDay: TODAY - 9, lastDay: TODAY }
    const { dailyAverage, ...span } = activityOf(history)
    assert.deepEqual(span, { firstDay: '2026-11-12', lastDay: '2026-11-21', activeDays: 5 })
    assert.deepEqual([dailyAverage.views, dailyAverage.impressions], [1.5, 15])
  })

  it('is empty without any counts', () => {
    const none = activityOf(NO_HISTORY)
    assert.deepEqual(
      [none.firstDay, none.lastDay, none.activeDays, none.dailyAverage.views],
      [null, null, 0, 0],
    )
  })
})

describe('a client', () => {
  for (const [accept, isCsv] of [
    ['text/csv', true],
    ['text/csv, */*;q=0.1', true],
    ['text/csv;q=0.9, application/json;q=0.5', true],
    ['application/json, text/csv;q=0.5', false],
    ['text/csv;q=0', false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
    [undefined, false],
  ] as const) {
    it(`that sends Accept: ${accept} gets ${isCsv ? 'CSV' : 'JSON'}`, () => {
      assert.equal(prefersCsv(accept), isCsv)
    })
  }
})
