import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocSetCache } from './doc-set-cache.ts'
import { DocSetMemory } from './doc-set-memory.ts'
import { type PhraseIndex, phraseSource } from './phrases.ts'
import { ReadySource } from './sources.ts'

test('only documents that have all words of a phrase are tested against it, where the lists of the words are short', () => {
  const lists = [Uint32Array.of(1, 5, 9, 20), Uint32Array.of(5, 6, 7, 8, 20, 30)]
  const tested: number[] = []
  const memory = new DocSetMemory()
  const index: Pick<PhraseIndex, 'docCount' | 'cache' | 'memory'> = {
    docCount: 1000,
    cache: new DocSetCache(1 << 20, memory),
    memory,
  }
  const words = { source: (key: number) => new ReadySource(lists[key]!, lists[key]!.length, false) }
  const pairs = { find: () => -1 }
  const hasTokenBytes = (doc: number) => tested.push(doc) > 0 && doc === 20
  const forward = { tokenBytes: () => new Uint8Array(0), hasTokenBytes }
  const source = phraseSource({ ...index, words, pairs, forward } as unknown as PhraseIndex, [0, 1])
  assert.deepEqual(source?.list(), Uint32Array.of(20))
  assert.deepEqual(tested, [5, 20])
  assert.deepEqual(lists[0], Uint32Array.of(1, 5, 9, 20))
})
