import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

/**
 * With these flags, garbage collections depend only on what was allocated, not on the load of the machine. Without
 * incremental marking only the optimized loop, which allocates old objects, reaches the limit of the heap, so no thread
 * may delay the optimization.
 */
const IN_ONE_THREAD = ['--single-threaded', '--no-incremental-marking']
/** Keeps replacing the objects that it holds. Prints the peak heap size as a multiple of what it holds. */
const GROWTH = `
import { boundHeapGrowth } from '${new URL('./heap-growth.ts', import.meta.url)}'
if (process.argv[1] === 'bounded') boundHeapGrowth()
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
const kept = new Array(200_000)
let least = Infinity
let most = 0
for (let i = 0; i < 3_000_000; i++) {
  kept[i % kept.length] = { text: 'number ' + i, places: [i, i + 1, i + 2, i + 3, i + 4, i + 5] }
  if (i % 2000 !== 0) continue
  await nextTurn()
  if (i < 1_500_000) continue
  const { used_heap_size } = getHeapStatistics()
  least = Math.min(least, used_heap_size)
  most = Math.max(most, used_heap_size)
}
console.log(most / least)
`

async function growth(...args: string[]): Promise<number> {
  const flags = [...IN_ONE_THREAD, '--max-semi-space-size=16', '--input-type=module']
  const options = [...flags, '--eval', GROWTH, ...args]
  return Number((await promisify(execFile)(process.execPath, options)).stdout)
}

describe('a process that answers', () => {
  it('has its heap grow less between two collections than by default', async () => {
    const [bounded, unbounded] = [await growth('bounded'), await growth()]
    assert.ok(bounded < 3, `${bounded}`)
    assert.ok(unbounded > 3.5, `${unbounded}`)
  })
})
