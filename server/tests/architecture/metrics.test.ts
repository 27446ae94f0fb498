import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { ROOT, readSources } from './source.ts'

/** Matches a metric's name where it is created: as the first argument, or as a field for prom-client. */
const MADE =
  /(?:\.(?:gauges?|counter|events|histogram)(?:<[^>]*>)?\(|new DurationHistogram\(|\bname:)\s*'(avatary_[a-z_]+)'/g
/** Suffixes that prom-client adds to the series of a histogram or summary. */
const SERIES = /_(?:bucket|sum|count)$/
const NAME = /\bavatary_[a-z0-9_]+/g

const own = readSources('server')
  .filter(({ path }) => !path.includes('.test.') && !path.includes('/tests/'))
  .flatMap(({ text }) => [...text.matchAll(MADE)].map(([, name]) => name!))

describe('the metrics', () => {
  for (const file of ['prometheus/alerts.yml', 'grafana/avatary.json'])
    it(`that deploy/${file} names exist`, async () => {
      const names = new Set(
        [...read(`deploy/${file}`).matchAll(NAME)].map(([name]) => name.replace(SERIES, '')),
      )
      assert.ok(names.size > 8, 'it names some')
      const knownNames = new Set([...own, ...(await namesOfProcess())])
      assert.deepEqual([...names.difference(knownNames)], [])
    })

  it('are explained in docs/operate.md', () => {
    const named = new Set([...read('docs/operate.md').matchAll(NAME)].map(([name]) => name))
    assert.deepEqual(
      own.filter(name => !named.has(name)),
      [],
    )
  })
})

/** Names of the metrics that prom-client collects about Node and the process. */
async function namesOfProcess(): Promise<string[]> {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'avatary_' })
  const metrics = await register.getMetricsAsJSON()
  register.clear()
  return metrics.map(({ name }) => name)
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
