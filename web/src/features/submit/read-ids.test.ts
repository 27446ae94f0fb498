import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readIds } from './read-ids.ts'

const A = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'
const B = 'avtr_482bd2b7-5b25-4696-9628-28aa6d608113'

describe('the ids of a text', () => {
  it('are found in lists, links and logs, each once and in order', () => {
    const text = `${B}, https://vrchat.com/home/avatar/${A}?x=1
      2026.11.22 10:00:00 Log - Loading avatar ${A.toUpperCase().replace('AVTR', 'avtr')}… "${B}"`
    assert.deepEqual(readIds(text), { ids: [B, A], repeatedCount: 2, incompleteId: null })
  })

  it('are not parts of longer words, nor ids of something else', () => {
    assert.deepEqual(readIds(`x${A} ${A}0 ${A}-1 usr_26187637-0c30-4a09-86e1-bc928c07309e avtr_123`), {
      ids: [],
      repeatedCount: 0,
      incompleteId: `${A}0`,
    })
  })
})
