import fc from 'fast-check'
import { createLiveIndex, loadLiveIndex } from '../../server/src/platform/search/live-index.ts'
import { documentFamily } from '../../server/tests/support/search/document-family.ts'
import { type Operation, operations } from '../../server/tests/support/search/operations.ts'
import { recordFamily } from '../../server/tests/support/search/record-family.ts'
import { runOperations } from '../../server/tests/support/search/run.ts'
import { readOptions } from './options.ts'

/** Repeats the property test of the search index with other seeds and sizes until it is stopped. */
const options = readOptions({ seconds: 300, seed: Date.now() % 2 ** 31 })

/** Indexes that never merge, merge often, are large, or merge after each document. */
const SHAPES = [
  { merges: false, fill: { min: 0, max: 200 }, steps: 100, tailSize: 1 << 20 },
  { merges: true, fill: { min: 0, max: 500 }, steps: 120, tailSize: 40 },
  { merges: true, fill: { min: 6000, max: 25000 }, steps: 100, tailSize: 3000 },
  { merges: true, fill: { min: 0, max: 30 }, steps: 60, tailSize: 1 },
]
const endMs = performance.now() + options.seconds * 1000
let runCount = 0
for (let seed = options.seed; performance.now() < endMs; seed++) {
  for (const family of [documentFamily, recordFamily]) {
    for (const { tailSize, ...shape } of SHAPES) {
      const index = {
        tailSize,
        bulkSize: tailSize,
        cacheBytes: () => 4096,
        maxDocumentsWithoutWorker: 0,
        onMergeFailed: fail,
      }
      const factory = {
        create: () => createLiveIndex(index),
        load: (sections: Parameters<typeof loadLiveIndex>[0]) => loadLiveIndex(sections, index),
      }
      const property = fc.asyncProperty(operations(family, shape), async (steps: Operation[]) => {
        runCount++
        await runOperations(factory, steps)
      })
      await fc.assert(property, { seed, numRuns: 10 })
      if (performance.now() >= endMs) break
    }
  }
  console.log(`seed ${seed}: ${runCount} runs answered as the reference does`)
}

function fail(error: unknown): never {
  throw error
}
