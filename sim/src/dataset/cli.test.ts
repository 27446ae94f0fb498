import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createDataset } from './dataset.ts'

const CLI = resolve(import.meta.dirname, 'cli.ts')

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, ...args])
    return { code: 0, stdout, stderr }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}

test('a part of a catalog has the same lines as the whole', async () => {
  const { stdout } = await run('300', '--seed=5', '--start=290')
  const dataset = createDataset({ size: 300, seed: 5, now: Date.parse('2026-11-20') })
  const expected = Array.from({ length: 10 }, (_, i) => JSON.stringify(dataset.record(290 + i)))
  assert.deepEqual(stdout.trimEnd().split('\n'), expected)
})

test('wrong arguments are named, with exit code 2', async () => {
  for (const args of [['many'], ['--shape=round'], ['--colour=red'], ['--seed=-1'], ['--now=soon']]) {
    const { code, stderr } = await run(...args)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, /COUNT|--shape|--colour|--seed|--now/)
  }
})

test('it stops without an error when its reader closes the pipe', async () => {
  const child = spawn(process.execPath, [CLI, '1000000'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', data => (errors += data))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  assert.deepEqual([code, errors], [0, ''])
})
