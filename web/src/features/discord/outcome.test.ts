import assert from 'node:assert/strict'
import { it } from 'node:test'
import { outcomeOf } from './outcome.ts'

it('a known outcome is read from the query string, any other is null', () => {
  assert.equal(outcomeOf('discord=cancelled'), 'cancelled')
  assert.equal(outcomeOf('discord=hacked'), null)
  assert.equal(outcomeOf(''), null)
})
