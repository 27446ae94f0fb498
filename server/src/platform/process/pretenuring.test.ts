import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

/** V8 only decides about pretenuring once the young generation has its largest size. */
const FLAGS = [
  '--min-semi-space-size=1',
  '--max-semi-space-size=1',
  '--trace-pretenuring-statistics',
  '--input-type=module',
]
/** All objects survive, so V8 would create the next ones in the old generation. */
const SURVIVORS = `
import { disablePretenuring } from '${new URL('./pretenuring.ts', import.meta.url)}'
if (process.argv[1] === 'disabled') disablePretenuring()
const answerOf = n => ({ body: 'number ' + n, tag: null })
const kept = []
for (let i = 0; i < 100_000; i++) kept.push(answerOf(i))
`

async function decisions(...args: string[]): Promise<string> {
  const options = [...FLAGS, '--eval', SURVIVORS, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, options, { maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

describe('a process that answers', () => {
  it('never creates objects in the old generation because earlier ones survived', async () => {
    const [disabled, enabled] = [await decisions('disabled'), await decisions()]
    assert.doesNotMatch(disabled, /=> tenure/)
    assert.match(enabled, /=> tenure/)
  })
})
