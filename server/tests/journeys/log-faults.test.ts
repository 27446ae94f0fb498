import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { CLI, INHERITED } from '../support/environment.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const OUTPUT = join(import.meta.dirname, '../../src/platform/log-output.ts')

/** Finds a free port, because a process that is started on port 0 cannot log which port it got. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('a process whose log cannot be written', () => {
  it('answers, counts the lines that it dropped, and ends when it is asked to, on a full disk', async t => {
    const folder = testFolder(t, 'log')
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [CLI, 'serve'], {
      env: {
        ...INHERITED,
        DEMO: '0',
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: String(port),
        DRAIN_MS: '0',
      },
      stdio: ['ignore', full, 'inherit'],
    })
    closeSync(full)
    t.after(() => child.kill('SIGKILL'))
    const exited = once(child, 'exit')
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    await until('it is ready', async () => (await ask('/api/ready'))?.status === 200)
    const metrics = await (await ask('/metrics'))!.text()
    assert.match(metrics, /^avatary_log_lines_dropped_total [1-9]\d*$/m)
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })

  it('ends by itself when nobody reads the pipe', async t => {
    const folder = testFolder(t, 'log')
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    const pipe = openSync(path, 'r+')
    t.after(() => closeSync(pipe))
    const script = `
      import { LogOutput } from ${JSON.stringify(OUTPUT)}
      const output = new LogOutput()
      for (let i = 0; i < 30; i++) output.write('x'.repeat(99_999) + '\\n')
      process.stderr.write(String(output.droppedCount))`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', pipe, 'pipe'],
    })
    t.after(() => child.kill('SIGKILL'))
    const dropped = once(child.stderr!, 'data')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    assert.equal(String(await dropped), '20')
  })
})
