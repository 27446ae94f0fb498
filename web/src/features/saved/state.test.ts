import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readSaved, savedAddress } from './state.ts'

it('the address of saved avatars holds group, text and order, but no defaults and no invalid values', () => {
  for (const address of ['/saved', '/saved?group=grp_1&q=fox+cat&sort=own', '/saved?group=none&sort=name'])
    assert.equal(savedAddress(readSaved(new URL(address, 'http://a').search)), address)
  assert.deepEqual(readSaved('?q=+&sort=random&group='), {})
  assert.equal(savedAddress({ sort: 'saved', q: undefined }), '/saved')
})
