import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { MIGRATIONS } from '../../migrations/all.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/upgrade.md')

it('docs/upgrade.md tells what each migration does, in their order', () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\d{4}-[\w-]+)` \| \S.* \|$/gm)]
  assert.deepEqual(
    rows.map(([, name]) => name),
    MIGRATIONS.map(({ name }) => name),
  )
})
