import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { Folder } from './folder.ts'

const NOW = 1_700_000_000_000

it('a folder removes only unfinished files of killed processes when it is opened', async () => {
  const root = tempFolder('folder')
  try {
    const parts = join(root.path, '.avatary-part')
    mkdirSync(parts)
    for (const [name, minutes] of [
      ['1-0', 11],
      ['2-0', 9],
    ] as const) {
      writeFileSync(join(parts, name), 'half')
      utimesSync(join(parts, name), NOW / 1000 - minutes * 60, NOW / 1000 - minutes * 60)
    }
    await using _ = await Folder.open(root.path, NOW)
    assert.deepEqual(readdirSync(parts), ['2-0'])
  } finally {
    root.remove()
  }
})
