import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexDocument } from '../../../tests/support/search/index-document.ts'
import { runSync } from '../../kernel/run-in-turns.ts'
import { DocSetMemory } from './doc-set-memory.ts'
import { createLiveIndex } from './live-index.ts'

test('counting similar runs gives the memory of its sets back after each step, and when it ends', async t => {
  await using index = createLiveIndex()
  for (let slot = 0; slot < 400; slot++) {
    const last = String.fromCodePoint(0x4e00 + (slot % 200))
    const fields = [['狐', '雪', last]]
    index.put(slot, indexDocument(slot, { fields, nameFields: 1, extraWords: ['狐雪', `雪${last}`] }))
  }
  await index.mergeAll()
  const steps = index.wordsSimilarTo('狐雪桜', { minCount: 1, limit: 500 })
  const calls: string[] = []
  for (const name of ['allocate', 'copyOf', 'recycle'] as const) {
    const method = DocSetMemory.prototype[name] as (...args: unknown[]) => unknown
    t.mock.method(DocSetMemory.prototype, name, function (this: DocSetMemory, ...args: unknown[]) {
      calls.push(name)
      return method.apply(this, args)
    })
  }
  assert.ok(runSync(steps).length >= 199)
  const inSteps = calls.join(' ').split('recycle')
  assert.ok(inSteps.length > 3)
  assert.equal(inSteps.at(-1), '')
})
