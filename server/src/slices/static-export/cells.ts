import type { Cell } from './manifest.ts'
import type { AvatarPicture } from './ports.ts'

/** In pixels; worlds can load images of at most 2048 × 2048. */
export const CELL_SIZE = 256
export const COLUMNS = 8
export const ROWS = 8
export const CELLS_PER_ATLAS = COLUMNS * ROWS

/**
 * Assigns cells: avatars keep theirs, and new ones get the lowest free cells in their order, so that an atlas only
 * changes where avatars were added or removed.
 *
 * @param capacity total number of cells; at least as many as there are pictures.
 */
export function assignCells(
  currentCells: readonly Cell[],
  pictures: readonly AvatarPicture[],
  capacity: number,
): Cell[] {
  const usableCells = currentCells.filter(({ cell }) => cell < capacity)
  const cellById = new Map(usableCells.map(({ id, cell }) => [id, cell]))
  const takenCells = new Set<number>()
  const keptCells = pictures.flatMap(({ id, picture }): Cell[] => {
    const cell = cellById.get(id)
    if (cell === undefined || takenCells.has(cell)) return []
    takenCells.add(cell)
    return [{ cell, id, picture }]
  })
  const keptIds = new Set(keptCells.map(({ id }) => id))
  let lowestCell = 0
  const newCells = pictures
    .filter(({ id }) => !keptIds.has(id))
    .map(({ id, picture }): Cell => {
      while (takenCells.has(lowestCell)) lowestCell++
      return { cell: lowestCell++, id, picture }
    })
  return [...keptCells, ...newCells].sort((a, b) => a.cell - b.cell)
}

/** Numbers of the atlases in which some cell has changed. */
export function changedAtlases(oldCells: readonly Cell[], newCells: readonly Cell[]): Set<number> {
  const picturesOf = (cells: readonly Cell[]) =>
    new Map(cells.map(({ cell, id, picture }) => [cell, `${id} ${picture}`]))
  const [oldPictures, newPictures] = [picturesOf(oldCells), picturesOf(newCells)]
  const changedCells = [...oldPictures.keys(), ...newPictures.keys()].filter(
    cell => oldPictures.get(cell) !== newPictures.get(cell),
  )
  return new Set(changedCells.map(cell => Math.floor(cell / CELLS_PER_ATLAS)))
}

export function atlasPath(number: number): string {
  return `atlas/${number}.jpg`
}
