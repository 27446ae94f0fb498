import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { INHERITED } from '../support/environment.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const PROGRAM = join(import.meta.dirname, 'reliability.ts')

describe('script/reliability', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`ends the server that it started, and deletes its files, when ${signal} ends it`, async t => {
      const folder = testFolder(t, 'ended')
      const child = spawn(process.execPath, [PROGRAM, 'memory'], {
        env: { ...INHERITED, TMPDIR: folder },
        stdio: 'ignore',
      })
      t.after(() => child.kill('SIGKILL'))
      const exited = once(child, 'exit')
      await until('a server', () => serversOf(child.pid!).length > 0)
      const servers = serversOf(child.pid!)
      child.kill(signal)
      assert.deepEqual(await exited, [signal === 'SIGINT' ? 130 : 143, null])
      await until('the end of the server', () => !servers.some(pid => existsSync(`/proc/${pid}`)))
      assert.deepEqual(readdirSync(folder), [])
    })
})

/** The server processes among the children of a process. */
function serversOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(child => child !== '')
}
