import { test } from 'node:test'
import fc from 'fast-check'
import { documentFamily } from '../../../tests/support/search/document-family.ts'
import { type Family, operations } from '../../../tests/support/search/operations.ts'
import { recordFamily } from '../../../tests/support/search/record-family.ts'
import { type EngineFactory, runOperations } from '../../../tests/support/search/run.ts'
import { createLiveIndex, type IndexSections, loadLiveIndex } from './live-index.ts'

/** Another seed, other runs; a failure prints the seed, the path to the run, and the shortest run that fails. */
const SEED = 20261120
const FAMILIES: readonly [name: string, family: Family][] = [
  ['documents and queries as the port allows them', documentFamily],
  ['records as told and queries as typed', recordFamily],
]

/** Small enough that merges run and prefixes are forgotten within a run. */
function factoryOf(tailSize: number): EngineFactory<IndexSections> {
  const options = {
    tailSize,
    bulkSize: tailSize,
    cacheBytes: 512,
    onMergeFailed: (error: unknown) => {
      throw error
    },
  }
  return { create: () => createLiveIndex(options), load: sections => loadLiveIndex(sections, options) }
}

for (const [name, family] of FAMILIES) {
  test(`without a merge the index answers as the reference does: ${name}`, async () => {
    const runs = operations(family, { merges: false, fill: 200, steps: 60 })
    const factory = factoryOf(1 << 20)
    await fc.assert(
      fc.asyncProperty(runs, run => runOperations(factory, run)),
      { seed: SEED, numRuns: 150 },
    )
  })

  test(`through merges, captures and loads the index answers as the reference does: ${name}`, async () => {
    const runs = operations(family, { merges: true, fill: 500, steps: 120 })
    const factory = factoryOf(40)
    await fc.assert(
      fc.asyncProperty(runs, run => runOperations(factory, run)),
      { seed: SEED, numRuns: 12 },
    )
  })
}
