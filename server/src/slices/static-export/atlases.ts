import { assignCells, atlasPath, CELL_SIZE, CELLS_PER_ATLAS, COLUMNS, changedAtlases, ROWS } from './cells.ts'
import type { ExportWriter } from './export-writer.ts'
import type { Cell } from './manifest.ts'
import type { AtlasPainter, AvatarPicture, CellPicture, PictureSource } from './ports.ts'

export const ATLAS_INDEX_PATH = 'atlas/index.json'

export interface AtlasDeps {
  writer: ExportWriter
  pictures: PictureSource
  painter: AtlasPainter
  signal: AbortSignal
  onPicture: () => void
}

/** Numbers of pictures without a cell: their hosts have no such pictures, or do not answer now. */
export interface MissingPictures {
  none: number
  unavailable: number
}

/** Maximum number of concurrent fetches of pictures; their rate is limited separately. */
const CONCURRENT_FETCHES = 12

/**
 * Draws the pictures of avatars into atlases. An avatar without an available picture gets no cell; one whose new
 * picture is not available keeps its old one.
 *
 * @returns the cells of all pictures, and what is missing.
 */
export async function writeAtlases(
  deps: AtlasDeps,
  pictured: readonly AvatarPicture[],
): Promise<{ cells: Cell[]; missing: MissingPictures }> {
  const { writer } = deps
  const before = writer.cells
  const { available, missing } = await availablePictures(deps, pictured)
  const after = assignCells(before, available, pictured.length)
  const changed = changedAtlases(before, after)
  const cells: Cell[] = []
  for (let number = 0; number * CELLS_PER_ATLAS <= (after.at(-1)?.cell ?? -1); number++) {
    deps.signal.throwIfAborted()
    const own = after.filter(({ cell }) => Math.floor(cell / CELLS_PER_ATLAS) === number)
    if (own.length === 0) continue
    const isKept = !changed.has(number) && (await writer.keep(atlasPath(number))) !== null
    cells.push(...(isKept ? own : await drawAtlas(deps, number, own)))
  }
  return { cells, missing }
}

/** The index for worlds: the cell of each picture by avatar id. */
export function atlasIndex(now: string, cells: readonly Cell[]): Buffer {
  const atlases = Math.floor((cells.at(-1)?.cell ?? -1) / CELLS_PER_ATLAS) + 1
  const cellById = Object.fromEntries(cells.map(({ cell, id }) => [id, cell]))
  const layout = { cell: CELL_SIZE, columns: COLUMNS, rows: ROWS }
  return Buffer.from(
    JSON.stringify({ ok: true, now, ...layout, atlases, pictures: cells.length, cells: cellById }),
  )
}

/** The avatars whose picture is already drawn, or available. */
async function availablePictures(
  { writer, pictures, signal, onPicture }: AtlasDeps,
  pictured: readonly AvatarPicture[],
): Promise<{ available: AvatarPicture[]; missing: MissingPictures }> {
  const missing = { none: 0, unavailable: 0 }
  const drawn = new Map(writer.cells.map(({ id, picture }) => [id, picture]))
  const found: (AvatarPicture | null)[] = new Array(pictured.length).fill(null)
  let next = 0
  const work = async () => {
    for (let i = next++; i < pictured.length && !signal.aborted; i = next++) {
      const avatar = pictured[i]!
      const old = drawn.get(avatar.id)
      const kind = old === avatar.picture ? 'picture' : (await pictures.get(avatar)).kind
      if (kind === 'picture') found[i] = avatar
      else if (old !== undefined) found[i] = { id: avatar.id, picture: old }
      else missing[kind]++
      onPicture()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, work))
  signal.throwIfAborted()
  return { available: found.filter(avatar => avatar !== null), missing }
}

async function drawAtlas(
  { writer, pictures, painter }: AtlasDeps,
  number: number,
  cells: readonly Cell[],
): Promise<Cell[]> {
  const path = atlasPath(number)
  const old = await writer.readIntact(path)
  const first = number * CELLS_PER_ATLAS
  const nameOf = (cell: Cell) => `${cell.cell} ${cell.id} ${cell.picture}`
  const oldNames = new Set(writer.cells.map(nameOf))
  const drawn: CellPicture[] = []
  const done: Cell[] = []
  const missing: Cell[] = []
  for (const cell of cells) {
    const answer = await pictures.get(cell)
    const pixels = answer.kind === 'picture' ? await painter.pixelsOf(answer.bytes) : null
    if (pixels !== null) {
      drawn.push({ cell: cell.cell - first, pixels })
      done.push(cell)
    } else if (oldNames.has(nameOf(cell))) missing.push(cell)
  }
  const cut =
    old && missing.length > 0
      ? await painter.cut(
          old,
          missing.map(({ cell }) => cell - first),
        )
      : null
  for (const cell of missing) {
    const pixels = cut?.get(cell.cell - first)
    if (pixels === undefined) continue
    drawn.push({ cell: cell.cell - first, pixels })
    done.push(cell)
  }
  if (done.length > 0) await writer.put(path, await painter.draw(drawn), '')
  return done.sort((a, b) => a.cell - b.cell)
}
