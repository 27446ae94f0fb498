import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexDocument } from '../../../tests/support/search/index-document.ts'
import { createReferenceIndex } from '../../../tests/support/search/reference-index.ts'
import { runSync } from '../../kernel/run-in-turns.ts'
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

describe('a mistyped pair of characters', () => {
  function indexOfTags(...tags: readonly string[]) {
    const index = createReferenceIndex()
    for (const [slot, tag] of tags.entries())
      index.put(slot, indexDocument(slot, { fields: [['avatar']], tags: [tag] }))
    return index
  }
  const correctedTo = (index: ReturnType<typeof indexOfTags>, q: string) =>
    correctionsOf(index, q).map(({ q }) => q)

  it('is corrected to words of the vocabulary, those of the most avatars first', () => {
    const index = indexOfTags('angel', 'swimsuit', 'swimsuit', 'kimono', 'maid')
    assert.deepEqual(correctedTo(index, '天便'), ['天使'])
    assert.deepEqual(correctedTo(index, '着水'), ['水着', '着物'])
    assert.deepEqual(correctedTo(index, '着水 avatar'), ['水着 avatar', '着物 avatar'])
  })

  it('keeps its first Han character, and is not corrected to words that no avatar has', () => {
    const index = indexOfTags('angel')
    assert.deepEqual(correctedTo(index, '夫使'), [])
    assert.deepEqual(correctedTo(index, '悪摩'), [])
  })

  it('is not corrected when enough avatars have it', () => {
    const index = createReferenceIndex()
    const fields = [['天', '便']]
    for (let slot = 0; slot < 3; slot++)
      index.put(slot, indexDocument(slot, { fields, extraWords: ['天便'], tags: ['angel'] }))
    assert.deepEqual(correctedTo(index, '天便'), [])
  })
})
