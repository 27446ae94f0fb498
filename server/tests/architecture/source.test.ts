import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readSources } from './source.ts'

it('sources of a folder that has none are an error', () => {
  assert.ok(readSources('server/tests/architecture').some(({ path }) => path.endsWith('/source.test.ts')))
  assert.throws(
    () => readSources('server/src', 'server/renamed'),
    /No TypeScript file is below server\/renamed/,
  )
})
