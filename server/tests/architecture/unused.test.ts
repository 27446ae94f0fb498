import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from './source.ts'

it('no file, export or dependency is used by nobody (knip.json)', async () => {
  const knip = join(ROOT, 'node_modules/.bin/knip')
  const { stdout } = await promisify(execFile)(knip, ['--no-progress', '--no-exit-code'], { cwd: ROOT })
  assert.equal(stdout.trim(), '')
})
