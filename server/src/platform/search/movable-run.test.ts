import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexDocument } from '../../../tests/support/search/index-document.ts'
import { joinRuns } from './base-run.ts'
import { movableRun } from './movable-run.ts'
import { runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

it('joining movable runs frees their texts and columns, and makes the same base', () => {
  const runs = [0, 1].map(run => {
    const tail = TailDocuments.create()
    for (let i = 0; i < 50; i++) tail.add(run * 50 + i, indexDocument(run * 50 + i, { tags: ['fox'] }))
    return runOf(tail.freeze())
  })
  const movable = runs.map(run => movableRun(run).run)
  const expected = joinRuns(runs)
  assert.deepEqual(joinRuns(movable), expected)
  assert.deepEqual(joinRuns(runs), expected, 'shared runs stay')
  for (const { sections } of movable)
    for (const { byteLength } of [
      sections.forward,
      sections.nameBytes,
      sections.ids,
      sections.addedAt,
      ...Object.values(sections.fields).flatMap(field => Object.values(field)),
    ])
      assert.equal(byteLength, 0)
})
