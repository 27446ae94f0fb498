import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shownTagCounts } from './tags.ts'

const viewWith = (...tags: string[]) => ({
  topTags: (limit: number) => tags.slice(0, limit).map((tag, i) => ({ tag, count: 100 - i })),
})
const shownTags = (view: Parameters<typeof shownTagCounts>[0], limit: number) =>
  shownTagCounts(view, limit).map(({ tag }) => tag)

describe('shown tags', () => {
  it('are ordered by use', () => {
    assert.deepEqual(shownTags(viewWith('fox', 'cat', 'dog'), 2), ['fox', 'cat'])
  })

  it('omit internal tags of the platform, and fill up with the next ones', () => {
    const view = viewWith('system_approved', 'fox', 'admin_featured', 'content_horror', 'cat')
    assert.deepEqual(shownTags(view, 3), ['fox', 'content_horror', 'cat'])
  })
})
