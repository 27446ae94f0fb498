import { test } from 'node:test'
import fc from 'fast-check'
import { documentFamily } from '../../../tests/support/search/document-family.ts'
import { type Family, operations } from '../../../tests/support/search/operations.ts'
import { recordFamily } from '../../../tests/support/search/record-family.ts'
import { type EngineFactory, runOperations } from '../../../tests/support/search/run.ts'
import { createLiveIndex, type IndexSections, loadLiveIndex } from './live-index.ts'

/** Change the seed for other runs. A failure prints the seed, the path to the run, and the shortest run that fails. */
const SEED = 20261120
const FAMILIES: readonly [name: string, family: Family][] = [
  ['documents and queries as the port allows them', documentFamily],
  ['records as told and queries as typed', recordFamily],
]

/** Small enough that merges run, and cached prefixes are dropped, within one run. */
function factoryOf(tailSize: number): EngineFactory<IndexSections> {
  const options = {
    tailSize,
    bulkSize: tailSize,
    cacheBytes: () => 512,
    maxDocumentsWithoutWorker: 0,
    onMergeFailed: (error: unknown) => {
      throw error
    },
  }
  return { create: () => createLiveIndex(options), load: sections => loadLiveIndex(sections, options) }
}

const SHAPES = [
  {
    what: 'without a merge',
    merges: false,
    fill: { min: 0, max: 200 },
    steps: 60,
    tailSize: 1 << 20,
    runs: 150,
  },
  {
    what: 'through merges and loads',
    merges: true,
    fill: { min: 0, max: 300 },
    steps: 100,
    tailSize: 40,
    runs: 10,
  },
  {
    what: 'with many documents',
    merges: true,
    fill: { min: 20_000, max: 21_000 },
    steps: 120,
    tailSize: 30_000,
    runs: 1,
  },
]

for (const [name, family] of FAMILIES) {
  for (const { what, tailSize, runs, ...shape } of SHAPES) {
    test(`${what} the index answers as the reference does: ${name}`, async () => {
      const factory = factoryOf(tailSize)
      await fc.assert(
        fc.asyncProperty(operations(family, shape), run => runOperations(factory, run)),
        { seed: SEED, numRuns: runs },
      )
    })
  }
}
