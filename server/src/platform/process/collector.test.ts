import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

/** With these flags, garbage collections depend only on what was allocated, not on the load of the machine. */
const IN_ONE_THREAD = ['--single-threaded-gc', '--no-incremental-marking']
/** With these flags, other threads do nothing but collect young objects. */
const NOTHING_ELSE = [
  '--no-concurrent-marking',
  '--no-concurrent-sweeping',
  '--no-parallel-compaction',
  '--no-opt',
]

const ADJUSTED = `
import { adjustCollector } from '${new URL('./collector.ts', import.meta.url)}'
if (process.argv[1] === 'adjusted') adjustCollector()`

/** Keeps replacing the objects that it holds. Prints the peak heap size as a multiple of what it holds. */
const GROWTH = `${ADJUSTED}
import { setImmediate as turn } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
const kept = new Array(200_000)
let least = Infinity
let most = 0
for (let i = 0; i < 3_000_000; i++) {
  kept[i % kept.length] = { text: 'number ' + i, places: [i, i + 1, i + 2, i + 3, i + 4, i + 5] }
  if (i % 2000 !== 0) continue
  await turn()
  if (i < 1_500_000) continue
  const { used_heap_size } = getHeapStatistics()
  least = Math.min(least, used_heap_size)
  most = Math.max(most, used_heap_size)
}
console.log(most / least)
`

/** Keeps replacing the objects that it holds. Prints the share of the CPU time that other threads used. */
const HELP = `${ADJUSTED}
const kept = new Array(100_000)
const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
for (let i = 0; i < 3_000_000; i++) kept[i % kept.length] = { places: [i, i + 1, i + 2] }
const used = ({ user, system }) => user + system
console.log(1 - used(process.threadCpuUsage(own)) / used(process.cpuUsage(all)))
`

async function run(program: string, flags: readonly string[], ...args: string[]): Promise<number> {
  const options = [...flags, '--max-semi-space-size=16', '--input-type=module', '--eval', program, ...args]
  return Number((await promisify(execFile)(process.execPath, options)).stdout)
}

describe('a process that answers', () => {
  it('has its heap grow less between two collections than by default', async () => {
    const [adjusted, usual] = [await run(GROWTH, IN_ONE_THREAD, 'adjusted'), await run(GROWTH, IN_ONE_THREAD)]
    assert.ok(adjusted < 3, `${adjusted}`)
    assert.ok(usual > 3.5, `${usual}`)
  })

  it('collects young objects without help of other threads', async () => {
    const [adjusted, usual] = [await run(HELP, NOTHING_ELSE, 'adjusted'), await run(HELP, NOTHING_ELSE)]
    assert.ok(adjusted < usual / 4, `${adjusted} of ${usual}`)
  })
})
