import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import type { BodyCost } from '@avatary/contract/route'
import { bodyCostOf } from './body-cost.ts'

const TO_MAXIMUM: BodyCost = { list: 'ids', maxEntries: 50, costIfTooLong: 'maximum' }
const TO_ONE: BodyCost = { list: 'ids', maxEntries: 1000, costIfTooLong: 'one' }

const items = (n: number) => ({ ids: Array.from({ length: n }, () => 'x') })

function assertCosts(
  cases: readonly (readonly [body: unknown, rule: BodyCost, perMinute: number, cost: number])[],
) {
  for (const [body, bodyCost, submissions, cost] of cases) {
    const costOf = bodyCostOf({ bodyCost, limit: 'submissions' }, { ...LIMITS_PER_MINUTE, submissions })
    assert.equal(costOf?.(body), cost, JSON.stringify(body).slice(0, 40))
  }
}

it('each entry of the list counts', () => {
  assertCosts([
    [items(1), TO_MAXIMUM, 100, 1],
    [items(50), TO_MAXIMUM, 100, 50],
    [items(100), TO_ONE, 100, 100],
    [{ ...items(7), id: 'x' }, TO_MAXIMUM, 100, 7],
  ])
})

it('a body without a list, or with an empty one, counts as one', () => {
  const bodies = [{ id: 'x' }, items(0), { ids: 'x' }, {}, null, 'x', [1, 2]]
  for (const rule of [TO_MAXIMUM, TO_ONE]) assertCosts(bodies.map(body => [body, rule, 100, 1]))
})

it('a larger list than the route takes costs the maximum, or one', () => {
  assertCosts([
    [items(5000), TO_MAXIMUM, 100, 50],
    [items(1000), TO_ONE, 5000, 1000],
    [items(1001), TO_ONE, 5000, 1],
  ])
})

it('a list larger than the limit costs its entries or, where the rule says so, one', () => {
  assertCosts([
    [items(50), TO_MAXIMUM, 30, 50],
    [items(101), TO_ONE, 100, 1],
    [items(1000), TO_ONE, 0, 1000],
  ])
})
