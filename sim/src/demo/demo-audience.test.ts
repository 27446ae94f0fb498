import assert from 'node:assert/strict'
import { it } from 'node:test'
import { demoAudience } from './demo-audience.ts'

it('has visitors of many kinds, never more of a kind than there were visits, and the same at every start', () => {
  for (const visits of [0, 3, 40, 900]) {
    const shares = demoAudience(7, visits, 1)
    assert.deepEqual(shares, demoAudience(7, visits, 1))
    for (const [dimension, group] of Map.groupBy(shares, share => share.dimension)) {
      const sum = group.reduce((sum, { count }) => sum + count, 0)
      assert.ok(sum <= visits, `${sum} ${dimension} of ${visits}`)
    }
  }
  assert.ok(demoAudience(7, 900, 1).length > 40)
  assert.notDeepEqual(demoAudience(8, 900, 1), demoAudience(7, 900, 1))
})
