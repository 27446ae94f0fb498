import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { NO_LIMITS } from '../support/no-limits.ts'
import { fuzz, summary } from './fuzz.ts'
import { RequestMaker } from './generate.ts'

describe('a server under made-up requests', () => {
  it('fails at none of them and answers each as the contract says', async () => {
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: NO_LIMITS })
    const report = await fuzz({ url: `${app.origin}/api`, requests: 300, seed: 1 })
    assert.equal(report.findings.length, 0, summary(report))
    assert.ok((report.statuses[200] ?? 0) > 50, summary(report))
    assert.ok((report.statuses[400] ?? 0) > 20, summary(report))
  })
})

describe('made-up requests', () => {
  it('are the same for the same seed, in any order', () => {
    const ids = ['avtr_a', 'avtr_b']
    const forwards = Array.from({ length: 200 }, (_, number) =>
      new RequestMaker({ seed: 7, ids }).request(number),
    )
    const maker = new RequestMaker({ seed: 7, ids })
    for (let number = 199; number >= 0; number--) assert.deepEqual(maker.request(number), forwards[number])
    assert.notDeepEqual(new RequestMaker({ seed: 8, ids }).request(0), forwards[0])
  })
})
