import assert from 'node:assert/strict'
import { it } from 'node:test'
import { outcomeOf } from './outcome.ts'

it('reads the outcome that the callback tells, and nothing else', () => {
  assert.equal(outcomeOf('discord=cancelled'), 'cancelled')
  assert.equal(outcomeOf('discord=hacked'), null)
  assert.equal(outcomeOf(''), null)
})
