import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { percentile, withSection } from './report.ts'

const RESULTS = '# Results\n\nHow to read them.\n\n## web, 2026-01-01\n\nold\n\n## http, 2026-01-01\n\nfast\n'

describe('the results of the benches', () => {
  it('have the newest section of a bench in place of the previous one, which is returned', () => {
    const { results, oldSection } = withSection(RESULTS, 'web', '2026-02-02\n\nnew')
    assert.equal(results, RESULTS.replace('2026-01-01\n\nold', '2026-02-02\n\nnew'))
    assert.equal(oldSection, '## web, 2026-01-01\n\nold\n')
  })

  it('have the section of a new bench at their end', () => {
    const { results, oldSection } = withSection(RESULTS, 'events', '2026-02-02\n\nnew')
    assert.equal(results, `${RESULTS}\n## events, 2026-02-02\n\nnew\n`)
    assert.equal(oldSection, null)
  })

  it('tell benches apart whose names begin alike', () => {
    const results = RESULTS.replace('## web,', '## web, at load,')
    const { oldSection } = withSection(results, 'web', '2026-02-02\n\nnew')
    assert.equal(oldSection, null)
  })
})

it('a percentile is the value below which that share of the values lies', () => {
  const values = Array.from({ length: 100 }, (_, index) => 99 - index)
  assert.deepEqual(
    [0, 0.5, 0.99, 1].map(share => percentile(values, share)),
    [0, 50, 99, 99],
  )
  assert.equal(percentile([], 0.5), 0)
})
