import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldedWords, phraseFinder } from './words.ts'

describe('words', () => {
  it('are folded, without anything between them', () => {
    assert.equal(foldedWords('  Red—FOX!! 💩 狐雪 '), 'red fox 狐雪')
    assert.equal(foldedWords('💩 !!'), '')
  })

  it('are found whole and in a row', () => {
    const hasRedFox = phraseFinder(['red fox'])
    assert.deepEqual(['red fox', 'a red fox b', 'fox red', 'red foxes', 'red', 'bored fox'].map(hasRedFox), [
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('are found anywhere in scripts without spaces', () => {
    const hasWolf = phraseFinder(['狼', 'cat'])
    assert.deepEqual(['狼', '白狼狐', '狐', 'cat', 'cats', 'vrc狼'].map(hasWolf), [
      true,
      true,
      false,
      true,
      false,
      true,
    ])
    assert.equal(phraseFinder([])('fox'), false)
  })
})
