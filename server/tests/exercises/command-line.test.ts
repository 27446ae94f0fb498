import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'

const SCRIPT = resolve(import.meta.dirname, '../../../script/avatary')

it('the command line starts in a folder that it cannot enter', async () => {
  const inLostFolder = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$0" --help'
  const { stdout } = await promisify(execFile)('bash', ['-c', inLostFolder, SCRIPT], { cwd: tmpdir() })
  assert.match(stdout, /^Usage: /m)
})
