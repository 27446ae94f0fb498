/** Cells per row in a full table. With fewer, a lookup would probe many cells. */
const CELLS_PER_ROW = 1.35
/** Capacity of the smallest table, in rows. */
const MIN_ROWS = 128
/** Cells moved by each insertion while the table grows, so that no insertion has to move a million. */
const CELLS_MOVED = 32
/** Marks a removed row in the old cells while they are being moved. */
const REMOVED = 0xffff_ffff

/** The number of cells needed for `rows` rows. */
export function cellsFor(rows: number): number {
  return Math.ceil(rows * CELLS_PER_ROW) + 1
}

/**
 * Like `cellsFor`, with room for an eighth more rows: a full table grows at the next row, and has three times as many
 * cells while it does.
 */
export function roomyCellsFor(rows: number): number {
  return cellsFor(Math.ceil(rows * 1.125))
}

/**
 * Finds row numbers by hash: open addressing with linear probing, where a used cell holds row + 1. The caller stores
 * the keys and compares them.
 */
export class HashTable {
  readonly #hashOf: (row: number) => number
  #cells: Uint32Array
  #rows = 0
  /** While the table grows, its previous cells. Those from `#nextMoved` on hold rows that are not in `#cells` yet. */
  #oldCells: Uint32Array | null = null
  #nextMoved = 0

  /**
   * @param hashOf the unsigned 32-bit hash of a row, constant while it is in the table. Its high bits choose the cell.
   * @param cells `cellsFor(rows)` zeroed cells; the table grows when they do not suffice.
   */
  constructor(hashOf: (row: number) => number, cells: Uint32Array = new Uint32Array(cellsFor(MIN_ROWS))) {
    this.#hashOf = hashOf
    this.#cells = cells
  }

  /** The cells for `findIn`, valid until rows are added or removed. The getter finishes a growth that is under way. */
  get cells(): Uint32Array {
    while (this.#oldCells !== null) this.#moveSome(this.#oldCells)
    return this.#cells
  }

  /** The row with this hash for which `isSought` returns true, or -1. */
  find(hash: number, isSought: (row: number) => boolean): number {
    const row = findIn(this.#cells, hash, isSought)
    return row !== -1 || this.#oldCells === null ? row : findMoving(this.#oldCells, hash, isSought)
  }

  rowsOf(hash: number): number[] {
    const rows = new Set<number>()
    this.find(hash, row => {
      if (this.#hashOf(row) === hash) rows.add(row)
      return false
    })
    return [...rows]
  }

  add(row: number): void {
    if (cellsFor(this.#rows + 1) > this.#cells.length) this.#grow()
    if (this.#oldCells !== null) this.#moveSome(this.#oldCells)
    this.#insert(row)
    this.#rows++
  }

  remove(row: number): void {
    if (this.#oldCells !== null) {
      const cell = this.#cellOf(row, this.#oldCells)
      if (cell !== -1) this.#oldCells[cell] = REMOVED
    }
    const cell = this.#cellOf(row, this.#cells)
    if (cell !== -1) this.#clear(cell)
    this.#rows--
  }

  /** The cell of a row, or -1. */
  #cellOf(row: number, cells: Uint32Array): number {
    let cell = firstCell(this.#hashOf(row), cells.length)
    while (cells[cell] !== 0 && cells[cell] !== row + 1) cell = nextCell(cell, cells.length)
    return cells[cell] === 0 ? -1 : cell
  }

  /** Empties a cell and moves later rows up, so that a lookup can still stop at the first empty cell. */
  #clear(at: number): void {
    const cells = this.#cells
    const { length } = cells
    let gap = at
    for (let cell = nextCell(gap, length); cells[cell] !== 0; cell = nextCell(cell, length)) {
      const home = firstCell(this.#hashOf(cells[cell]! - 1), length)
      if (distance(home, cell, length) < distance(gap, cell, length)) continue
      cells[gap] = cells[cell]!
      gap = cell
    }
    cells[gap] = 0
  }

  #grow(): void {
    this.#oldCells = this.cells
    this.#nextMoved = 0
    this.#cells = new Uint32Array(cellsFor(Math.max(MIN_ROWS, this.#rows * 2)))
  }

  #moveSome(oldCells: Uint32Array): void {
    const end = Math.min(this.#nextMoved + CELLS_MOVED, oldCells.length)
    for (; this.#nextMoved < end; this.#nextMoved++) {
      const cell = oldCells[this.#nextMoved]!
      if (cell !== 0 && cell !== REMOVED) this.#insert(cell - 1)
    }
    if (end === oldCells.length) this.#oldCells = null
  }

  #insert(row: number): void {
    const cells = this.#cells
    let cell = firstCell(this.#hashOf(row), cells.length)
    while (cells[cell] !== 0) cell = nextCell(cell, cells.length)
    cells[cell] = row + 1
  }
}

/** A separate function, because a closure in `find` would allocate memory at every lookup. */
function findMoving(oldCells: Uint32Array, hash: number, isSought: (row: number) => boolean): number {
  return findIn(oldCells, hash, row => row !== REMOVED - 1 && isSought(row))
}

/** The lookup of `HashTable.find` in the cells of a table that is not growing. */
export function findIn(cells: Uint32Array, hash: number, isSought: (row: number) => boolean): number {
  for (let cell = firstCell(hash, cells.length); cells[cell] !== 0; cell = nextCell(cell, cells.length))
    if (isSought(cells[cell]! - 1)) return cells[cell]! - 1
  return -1
}

/** The cell where probing for a hash starts. */
function firstCell(hash: number, cells: number): number {
  return Math.floor((hash / 0x1_0000_0000) * cells)
}

/** The cell that is probed next. */
function nextCell(cell: number, cells: number): number {
  return cell + 1 === cells ? 0 : cell + 1
}

function distance(from: number, to: number, cells: number): number {
  return to >= from ? to - from : to - from + cells
}

/** FNV-1a with a final mix, so that the high bits depend on every byte. */
export function hashOfBytes(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let h = 0x811c9dc5
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0
}
