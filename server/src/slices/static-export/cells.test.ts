import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assignCells, changedAtlases } from './cells.ts'
import type { Cell } from './manifest.ts'
import type { AvatarPicture } from './ports.ts'

const wantedOf = (...ids: string[]): AvatarPicture[] => ids.map(id => ({ id, picture: `picture of ${id}` }))
const places = (cells: readonly Cell[]) => Object.fromEntries(cells.map(({ cell, id }) => [id, cell]))

describe('the cells of atlases', () => {
  it('are assigned in the order of popularity, and kept by avatars that have one', () => {
    const first = assignCells([], wantedOf('a', 'b', 'c'), 3)
    assert.deepEqual(places(first), { a: 0, b: 1, c: 2 })
    assert.deepEqual(places(assignCells(first, wantedOf('d', 'c', 'a'), 3)), { a: 0, d: 1, c: 2 })
  })

  it('stay within the capacity, hold one picture each, and are kept by avatars that stay', () => {
    const someIds = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 })
    fc.assert(
      fc.property(someIds, someIds, fc.nat(5), (before, after, spare) => {
        const held = assignCells([], wantedOf(...before), before.length)
        const capacity = after.length + spare
        const cells = assignCells(held, wantedOf(...after), capacity)
        assert.deepEqual(cells.map(({ id }) => id).sort(), [...after].sort())
        assert.equal(new Set(cells.map(({ cell }) => cell)).size, cells.length)
        assert.ok(cells.every(({ cell }) => cell < capacity))
        const old = places(held)
        for (const { id, cell } of cells)
          if (old[id] !== undefined && old[id] < capacity) assert.equal(cell, old[id])
      }),
    )
  })

  it('show which atlases have changed', () => {
    const at = (cell: number, id: string, picture = 'p'): Cell => ({ cell, id, picture })
    const before = [at(0, 'a'), at(64, 'b'), at(128, 'c'), at(192, 'd')]
    const after = [at(0, 'a'), at(64, 'b', 'new'), at(129, 'c'), at(256, 'e')]
    assert.deepEqual([...changedAtlases(before, after)].sort(), [1, 2, 3, 4])
  })
})
