import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skipSuiteWithout } from '../support/engines.ts'
import { hasPostgres } from '../support/postgres-cluster.ts'
import { hasRedis } from '../support/redis.ts'
import { campaign } from './campaign.ts'
import { findingsOf } from './report.ts'
import { startSeveral } from './system.ts'

describe('several processes under load', () => {
  if (!hasPostgres || !hasRedis) return skipSuiteWithout('postgres or redis')

  it('lose no acknowledged write when PostgreSQL is killed (script/reliability tries every fault)', async () => {
    await using system = await startSeveral()
    const [row, ...others] = await campaign(system, {
      people: 10,
      pauseMs: 100,
      isTried: ({ name }) => name === 'PostgreSQL killed',
      report: () => {},
    })
    assert.deepEqual(others, [])
    assert.equal(findingsOf([row!]), '')
    assert.ok(row!.acknowledged > 20 && row!.unavailable > 0, JSON.stringify(row))
  })
})
