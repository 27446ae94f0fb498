import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { ROOT } from './source.ts'

/** Files that belong in the repository's root; all others belong in a folder. */
const FILES = [
  '.dockerignore',
  '.gitignore',
  '.npmrc',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'knip.json',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]

it('the root of the repository has only the files that belong there', t => {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) return t.skip('no git, or no repository of it')
  const files = stdout.split('\0').filter(path => path !== '' && !path.includes('/'))
  assert.deepEqual(files.toSorted(), FILES)
})
