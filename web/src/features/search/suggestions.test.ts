import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestionsFor } from './suggestions.ts'

const NONE = { terms: [], tags: [], creators: [], suggestions: [] }
const textsOf = (sources: Parameters<typeof suggestionsFor>[0]) =>
  suggestionsFor(sources).map(({ kind, text }) => `${kind} ${text}`.trim())

describe('the suggestions for a text', () => {
  it('are the earlier searches, and a line that deletes them, when nothing is typed', () => {
    const recent = ['fox', '桔梗']
    assert.deepEqual(textsOf({ text: ' ', answer: undefined, recent }), [
      'recent fox',
      'recent 桔梗',
      'delete',
    ])
    assert.deepEqual(textsOf({ text: '', answer: undefined, recent: [] }), [])
  })

  it('begin with probable corrections, then earlier searches that begin with the text, each once', () => {
    const answer = {
      terms: [
        { term: 'fox', count: 9 },
        { term: 'foxglove', count: 1 },
      ],
      tags: [{ tag: 'fox', count: 4 }],
      creators: [{ name: 'Foxi', count: 2 }],
      suggestions: [{ q: 'fog', total: 3 }],
    }
    assert.deepEqual(textsOf({ text: 'Fo', answer, recent: ['cat', 'foxglove'] }), [
      'correction fog',
      'recent foxglove',
      'term fox',
      'tag fox',
      'creator Foxi',
    ])
  })

  it('have a completion that is also a probable correction once', () => {
    const answer = { ...NONE, terms: [{ term: 'foxy', count: 9 }], suggestions: [{ q: 'foxy', total: 9 }] }
    assert.deepEqual(textsOf({ text: 'fox', answer, recent: [] }), ['term foxy'])
  })

  it('leave out the search that is already typed', () => {
    assert.deepEqual(textsOf({ text: 'fox', answer: NONE, recent: ['Fox', 'foxy'] }), ['recent foxy'])
  })
})
