/** Cells for each row of a full table. With fewer, a lookup would probe many cells. */
const CELLS_A_ROW = 1.35
/** Rows that the smallest table can hold. */
const FEWEST_ROWS = 128

/** Cells of a table for `rows` rows. */
export function cellsFor(rows: number): number {
  return Math.ceil(rows * CELLS_A_ROW) + 1
}

/**
 * Finds row numbers by hash: open addressing with linear probing; a used cell holds the row + 1. The caller stores the
 * keys and compares them.
 */
export class HashTable {
  readonly #hashOf: (row: number) => number
  #cells: Uint32Array
  #rows = 0

  /**
   * @param hashOf an unsigned 32-bit hash, constant while the row is in the table. Its high bits choose the cell.
   * @param cells `cellsFor(rows)` cells of 0; the table grows when it needs more.
   */
  constructor(hashOf: (row: number) => number, cells: Uint32Array = new Uint32Array(cellsFor(FEWEST_ROWS))) {
    this.#hashOf = hashOf
    this.#cells = cells
  }

  /** The cells for `findIn`, valid until rows are added or removed. */
  get cells(): Uint32Array {
    return this.#cells
  }

  /** The row with this hash for which `isSought` holds, or -1. */
  find(hash: number, isSought: (row: number) => boolean): number {
    return findIn(this.#cells, hash, isSought)
  }

  /** All rows with this hash. */
  rowsOf(hash: number): number[] {
    const rows: number[] = []
    findIn(this.#cells, hash, row => {
      if (this.#hashOf(row) === hash) rows.push(row)
      return false
    })
    return rows
  }

  /** Adds a row that is not in the table. */
  add(row: number): void {
    if (cellsFor(this.#rows + 1) > this.#cells.length) this.#grow()
    this.#place(row)
    this.#rows++
  }

  /** Removes a row that is in the table; later rows move up, so that a lookup still ends at the first free cell. */
  remove(row: number): void {
    const cells = this.#cells
    const { length } = cells
    let gap = firstCell(this.#hashOf(row), length)
    while (cells[gap] !== row + 1) gap = nextCell(gap, length)
    for (let cell = nextCell(gap, length); cells[cell] !== 0; cell = nextCell(cell, length)) {
      const home = firstCell(this.#hashOf(cells[cell]! - 1), length)
      if (distance(home, cell, length) < distance(gap, cell, length)) continue
      cells[gap] = cells[cell]!
      gap = cell
    }
    cells[gap] = 0
    this.#rows--
  }

  #grow(): void {
    const old = this.#cells
    this.#cells = new Uint32Array(cellsFor(Math.max(FEWEST_ROWS, this.#rows * 2)))
    for (const cell of old) if (cell !== 0) this.#place(cell - 1)
  }

  #place(row: number): void {
    const cells = this.#cells
    let cell = firstCell(this.#hashOf(row), cells.length)
    while (cells[cell] !== 0) cell = nextCell(cell, cells.length)
    cells[cell] = row + 1
  }
}

/** The same lookup as `HashTable.find` in the cells alone. */
export function findIn(cells: Uint32Array, hash: number, isSought: (row: number) => boolean): number {
  for (let cell = firstCell(hash, cells.length); cells[cell] !== 0; cell = nextCell(cell, cells.length))
    if (isSought(cells[cell]! - 1)) return cells[cell]! - 1
  return -1
}

/** The cell at which probing for a hash begins; for tables that store rows in the cells. */
export function firstCell(hash: number, cells: number): number {
  return Math.floor((hash / 0x1_0000_0000) * cells)
}

/** The cell that probing visits next. */
export function nextCell(cell: number, cells: number): number {
  return cell + 1 === cells ? 0 : cell + 1
}

function distance(from: number, to: number, cells: number): number {
  return to >= from ? to - from : to - from + cells
}

/** FNV-1a with a final mix, so that the first bits depend on every byte. */
export function hashOfBytes(bytes: Uint8Array): number {
  let h = 0x811c9dc5
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0
}
