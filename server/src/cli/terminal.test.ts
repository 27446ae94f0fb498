import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatDuration } from './terminal.ts'

it('a duration has at most 59 seconds beside its minutes, and at most 59 minutes beside its hours', () => {
  const texts = [400, 11_600, 59_600, 60_000, 187_400, 3_599_600, 3_753_000].map(formatDuration)
  assert.deepEqual(texts, ['0.4 s', '12 s', '1:00', '1:00', '3:07', '1:00:00', '1:02:33'])
})
