import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexDocument } from '../../../tests/support/search/index-document.ts'
import { createReferenceIndex } from '../../../tests/support/search/reference-index.ts'
import { runSync } from '../../kernel/in-turns.ts'
import { corrections } from './corrections.ts'

function indexOf(...texts: readonly string[][]) {
  const index = createReferenceIndex()
  for (const [slot, text] of texts.entries()) index.put(slot, indexDocument(slot, { fields: [text] }))
  return index
}

function correctionsOf(...args: Parameters<typeof corrections>) {
  return runSync(corrections(...args))
}

describe('a prefix of a word that was probably meant', () => {
  it('is not suggested beside the word when it finds the same avatars', () => {
    const index = indexOf(['kipfel'], ['kipfel'], ['kipfel', 'kipfe'])
    assert.deepEqual(correctionsOf(index, 'kipfl'), [{ q: 'kipfel', total: 3 }])
    assert.deepEqual(correctionsOf(index, 'kipfl -maid'), [{ q: 'kipfel -maid', total: 3 }])
  })

  it('is suggested when it finds more', () => {
    const index = indexOf(['kipfel'], ['kipfel'], ['kipfe'])
    assert.deepEqual(correctionsOf(index, 'kipfl'), [
      { q: 'kipfel', total: 2 },
      { q: 'kipfe', total: 3 },
    ])
  })

  it('is suggested as a whole word, which finds other avatars', () => {
    const index = indexOf(['kipfel', 'fox'], ['kipfe', 'fox'])
    const offered = correctionsOf(index, 'kipfl fox').map(({ q }) => q)
    assert.deepEqual(offered.sort(), ['kipfe fox', 'kipfel fox'])
  })
})
