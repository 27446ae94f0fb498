import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runSync } from '../../kernel/in-turns.ts'
import { PAGE, PlacePages } from './place-pages.ts'

describe('columns in pages', () => {
  it('copy a page that changes while a capture is made, and no page afterwards', () => {
    const pages = new PlacePages()
    pages.makeRoom(2 * PAGE)
    pages.toChange(3).keptDays[3] = 7
    const capture = pages.capture(2 * PAGE)
    const captured = pages.of(3)
    assert.notEqual(pages.toChange(3), captured)
    pages.toChange(3).keptDays[3] = 8
    assert.equal(runSync(capture).keptDays[3], 7)
    assert.equal(pages.of(3).keptDays[3], 8)
    const unchanged = pages.of(PAGE)
    assert.equal(pages.toChange(PAGE), unchanged)
  })
})
