import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bearerTokenOf } from './bearer.ts'

describe('the token of an Authorization header', () => {
  it('is read in any spelling of the scheme', () => {
    for (const header of ['Bearer avk_a-b.c~d+e/f==', 'bearer  avk_a-b.c~d+e/f== '])
      assert.equal(bearerTokenOf(header), 'avk_a-b.c~d+e/f==')
  })

  it('is null when it is malformed', () => {
    for (const header of ['Bearer', 'Bearer ', 'Bearer two words', 'BEARER ä'])
      assert.equal(bearerTokenOf(header), null, header)
  })

  it('is undefined for other schemes, such as that of a proxy', () => {
    for (const header of [undefined, '', 'Basic YTpi', 'Bearers avk_a', ' Bearer avk_a'])
      assert.equal(bearerTokenOf(header), undefined, header)
  })
})
