import { assignCells, atlasPath, CELL_SIZE, CELLS_PER_ATLAS, COLUMNS, changedAtlases, ROWS } from './cells.ts'
import type { ExportWriter } from './export-writer.ts'
import type { Cell } from './manifest.ts'
import type { PictureSource } from './picture-source.ts'
import type { AtlasPainter, AvatarPicture } from './ports.ts'

export const ATLAS_INDEX_PATH = 'atlas/index.json'

export interface AtlasDeps {
  writer: ExportWriter
  pictures: PictureSource
  painter: AtlasPainter
  signal: AbortSignal
  /** Called for each avatar whose picture was looked for. */
  onPicture: () => void
}

/** Numbers of pictures without a cell, by the reason. */
export interface MissingPictures {
  /** Their hosts have no such pictures. */
  none: number
  /** Their hosts do not answer now. */
  unavailable: number
  /** Their bytes cannot be decoded. */
  unreadable: number
}

/** Maximum number of concurrent fetches of pictures; their rate is limited separately. */
const MAX_CONCURRENT_FETCHES = 12

/**
 * Draws the pictures of avatars into atlases. An avatar without an available picture gets no cell; one whose new
 * picture is not available keeps its old one.
 *
 * @returns the cells of all pictures, and what is missing.
 */
export async function writeAtlases(
  deps: AtlasDeps,
  avatars: readonly AvatarPicture[],
): Promise<{ cells: Cell[]; missing: MissingPictures }> {
  const { writer } = deps
  const { available, missing } = await availablePictures(deps, avatars)
  const assignedCells = assignCells(writer.cells, available, avatars.length)
  const changedNumbers = changedAtlases(writer.cells, assignedCells)
  const cells: Cell[] = []
  for (let number = 0; number * CELLS_PER_ATLAS <= (assignedCells.at(-1)?.cell ?? -1); number++) {
    deps.signal.throwIfAborted()
    const cellsOfAtlas = assignedCells.filter(({ cell }) => Math.floor(cell / CELLS_PER_ATLAS) === number)
    if (cellsOfAtlas.length === 0) continue
    const isKept = !changedNumbers.has(number) && (await writer.keep(atlasPath(number))) !== null
    cells.push(...(isKept ? cellsOfAtlas : await drawAtlas(deps, number, cellsOfAtlas, missing)))
  }
  return { cells, missing }
}

/** The index for worlds: the cell of each picture by avatar id. */
export function atlasIndex(now: string, cells: readonly Cell[]) {
  const atlases = Math.floor((cells.at(-1)?.cell ?? -1) / CELLS_PER_ATLAS) + 1
  const cellById = Object.fromEntries(cells.map(({ cell, id }) => [id, cell]))
  const layout = { cell: CELL_SIZE, columns: COLUMNS, rows: ROWS }
  return { ok: true, now, ...layout, atlases, pictures: cells.length, cells: cellById }
}

/** The avatars whose picture is already drawn, or available. */
async function availablePictures(
  { writer, pictures, signal, onPicture }: AtlasDeps,
  avatars: readonly AvatarPicture[],
): Promise<{ available: AvatarPicture[]; missing: MissingPictures }> {
  const missing = { none: 0, unavailable: 0, unreadable: 0 }
  const drawnPictures = new Map(writer.cells.map(({ id, picture }) => [id, picture]))
  const foundPictures: (AvatarPicture | null)[] = new Array(avatars.length).fill(null)
  let nextIndex = 0
  const fetchPictures = async () => {
    for (let i = nextIndex++; i < avatars.length && !signal.aborted; i = nextIndex++) {
      const avatar = avatars[i]!
      const oldPicture = drawnPictures.get(avatar.id)
      const kind = oldPicture === avatar.picture ? 'picture' : (await pictures.get(avatar)).kind
      if (kind === 'picture') foundPictures[i] = avatar
      else if (oldPicture !== undefined) foundPictures[i] = { id: avatar.id, picture: oldPicture }
      else missing[kind]++
      onPicture()
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FETCHES }, fetchPictures))
  signal.throwIfAborted()
  return { available: foundPictures.filter(avatar => avatar !== null), missing }
}

/** Draws an atlas. @returns its cells; a picture that cannot be drawn is counted in `missing`, and gets none. */
async function drawAtlas(
  { writer, pictures, painter }: AtlasDeps,
  number: number,
  cells: readonly Cell[],
  missing: MissingPictures,
): Promise<Cell[]> {
  const path = atlasPath(number)
  const numberInAtlas = ({ cell }: Cell) => cell - number * CELLS_PER_ATLAS
  const textOf = (cell: Cell) => `${cell.cell} ${cell.id} ${cell.picture}`
  const oldTexts = new Set(writer.cells.map(textOf))
  const isInOldAtlas = (cell: Cell) => oldTexts.has(textOf(cell))
  const pixelsByCell = new Map<Cell, Buffer>()
  const reasonByCell = new Map<Cell, keyof MissingPictures>()
  for (const cell of cells) {
    const answer = await pictures.get(cell)
    const pixels = answer.kind === 'picture' ? await painter.pixelsOf(answer.bytes) : null
    if (pixels !== null) pixelsByCell.set(cell, pixels)
    else reasonByCell.set(cell, answer.kind === 'picture' ? 'unreadable' : answer.kind)
  }
  const oldCells = [...reasonByCell.keys()].filter(isInOldAtlas)
  const oldAtlas = oldCells.length === 0 ? null : await writer.readIntact(path)
  const oldPixels = oldAtlas && (await painter.cut(oldAtlas, oldCells.map(numberInAtlas)))
  for (const [cell, reason] of reasonByCell) {
    const pixels = isInOldAtlas(cell) ? oldPixels?.get(numberInAtlas(cell)) : undefined
    if (pixels === undefined) missing[reason]++
    else pixelsByCell.set(cell, pixels)
  }
  if (pixelsByCell.size === 0) return []
  const drawnCells = Array.from(pixelsByCell, ([cell, pixels]) => ({ cell: numberInAtlas(cell), pixels }))
  await writer.put(path, await painter.draw(drawnCells))
  return [...pixelsByCell.keys()].sort((a, b) => a.cell - b.cell)
}
