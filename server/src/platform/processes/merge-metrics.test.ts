import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mergeMetrics } from './merge-metrics.ts'

it('the metrics of several processes are one text, in which each sample names its process', () => {
  const one =
    '# HELP hits Hits\n# TYPE hits counter\nhits 1\n\n# HELP lag Lag\n# TYPE lag gauge\nlag{q="a b"} 0.5\n'
  const other = '# HELP hits Hits\n# TYPE hits counter\nhits 2\n'
  assert.equal(
    mergeMetrics(
      new Map([
        ['api-1', one],
        ['api-2', other],
      ]),
    ),
    `# HELP hits Hits
# TYPE hits counter
hits{process="api-1"} 1
hits{process="api-2"} 2
# HELP lag Lag
# TYPE lag gauge
lag{process="api-1",q="a b"} 0.5
`,
  )
})
