import assert from 'node:assert/strict'
import { it } from 'node:test'
import { WantedAvatars } from './wanted-avatars.ts'

it('wants what each tab last reported, and nothing of a tab that was silent for six seconds', () => {
  const wanted = new WantedAvatars()
  wanted.note(1, ['a', 'b'], 0)
  wanted.note(2, ['b', 'c'], 0)
  assert.deepEqual([...wanted.all(0)], ['a', 'b', 'c'])
  wanted.note(1, ['d'], 5000)
  assert.deepEqual([...wanted.all(6001)], ['d'])
})
