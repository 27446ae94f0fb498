/** Cells per entry in a full table. With fewer, a lookup would probe many cells. */
const CELLS_PER_ENTRY = 1.35
/** Capacity of the smallest table, in entries. */
const MIN_ENTRIES = 128
/** Cells moved by each insertion while the table grows, so that no insertion has to move a million. */
const CELLS_MOVED_PER_ADD = 32
/** Marks a removed entry in the old cells while they are being moved. */
const REMOVED_CELL = 0xffff_ffff

/** The number of cells needed for a number of entries. */
export function cellsFor(entryCount: number): number {
  return Math.ceil(entryCount * CELLS_PER_ENTRY) + 1
}

/**
 * Like `cellsFor`, with room for an eighth more entries: a full table grows at the next entry, and has three times as
 * many cells while it does.
 */
export function roomyCellsFor(entryCount: number): number {
  return cellsFor(Math.ceil(entryCount * 1.125))
}

/**
 * Finds the numbers of entries by hash: open addressing with linear probing, where a used cell holds entry + 1. The
 * caller stores the keys and compares them.
 */
export class HashTable {
  readonly #hashOf: (entry: number) => number
  #cells: Uint32Array
  #entryCount = 0
  /**
   * While the table grows, its previous cells. Those from `#nextToMove` on hold entries that are not in `#cells` yet.
   */
  #oldCells: Uint32Array | null = null
  #nextToMove = 0

  /**
   * @param hashOf the unsigned 32-bit hash of an entry, constant while it is in the table. Its high bits choose the
   * cell.
   * @param cells `cellsFor(entryCount)` zeroed cells; the table grows when they do not suffice.
   */
  constructor(
    hashOf: (entry: number) => number,
    cells: Uint32Array = new Uint32Array(cellsFor(MIN_ENTRIES)),
  ) {
    this.#hashOf = hashOf
    this.#cells = cells
  }

  /**
   * The cells for `findIn`, valid until entries are added or removed. The getter finishes a growth that is under way.
   */
  get cells(): Uint32Array {
    while (this.#oldCells !== null) this.#moveSome(this.#oldCells)
    return this.#cells
  }

  /** The entry with this hash for which `isSought` returns true, or -1. */
  find(hash: number, isSought: (entry: number) => boolean): number {
    const entry = findIn(this.#cells, hash, isSought)
    return entry !== -1 || this.#oldCells === null ? entry : findMoving(this.#oldCells, hash, isSought)
  }

  entriesOf(hash: number): number[] {
    const entries = new Set<number>()
    this.find(hash, entry => {
      if (this.#hashOf(entry) === hash) entries.add(entry)
      return false
    })
    return [...entries]
  }

  add(entry: number): void {
    if (cellsFor(this.#entryCount + 1) > this.#cells.length) this.#grow()
    if (this.#oldCells !== null) this.#moveSome(this.#oldCells)
    this.#insert(entry)
    this.#entryCount++
  }

  remove(entry: number): void {
    if (this.#oldCells !== null) {
      const cell = this.#cellOf(entry, this.#oldCells)
      if (cell !== -1) this.#oldCells[cell] = REMOVED_CELL
    }
    const cell = this.#cellOf(entry, this.#cells)
    if (cell !== -1) this.#clear(cell)
    this.#entryCount--
  }

  /** The cell of an entry, or -1. */
  #cellOf(entry: number, cells: Uint32Array): number {
    let cell = firstCell(this.#hashOf(entry), cells.length)
    while (cells[cell] !== 0 && cells[cell] !== entry + 1) cell = nextCell(cell, cells.length)
    return cells[cell] === 0 ? -1 : cell
  }

  /** Empties a cell and moves later entries up, so that a lookup can still stop at the first empty cell. */
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
    this.#nextToMove = 0
    this.#cells = new Uint32Array(cellsFor(Math.max(MIN_ENTRIES, this.#entryCount * 2)))
  }

  #moveSome(oldCells: Uint32Array): void {
    const end = Math.min(this.#nextToMove + CELLS_MOVED_PER_ADD, oldCells.length)
    for (; this.#nextToMove < end; this.#nextToMove++) {
      const cell = oldCells[this.#nextToMove]!
      if (cell !== 0 && cell !== REMOVED_CELL) this.#insert(cell - 1)
    }
    if (end === oldCells.length) this.#oldCells = null
  }

  #insert(entry: number): void {
    const cells = this.#cells
    let cell = firstCell(this.#hashOf(entry), cells.length)
    while (cells[cell] !== 0) cell = nextCell(cell, cells.length)
    cells[cell] = entry + 1
  }
}

/** A separate function, because a closure in `find` would allocate memory at every lookup. */
function findMoving(oldCells: Uint32Array, hash: number, isSought: (entry: number) => boolean): number {
  return findIn(oldCells, hash, entry => entry !== REMOVED_CELL - 1 && isSought(entry))
}

/** The lookup of `HashTable.find` in the cells of a table that is not growing. */
export function findIn(cells: Uint32Array, hash: number, isSought: (entry: number) => boolean): number {
  for (let cell = firstCell(hash, cells.length); cells[cell] !== 0; cell = nextCell(cell, cells.length))
    if (isSought(cells[cell]! - 1)) return cells[cell]! - 1
  return -1
}

/** The cell where probing for a hash starts. */
function firstCell(hash: number, cellCount: number): number {
  return Math.floor((hash / 0x1_0000_0000) * cellCount)
}

/** The cell that is probed next. */
function nextCell(cell: number, cellCount: number): number {
  return cell + 1 === cellCount ? 0 : cell + 1
}

function distance(from: number, to: number, cellCount: number): number {
  return to >= from ? to - from : to - from + cellCount
}

/** FNV-1a with a final mix, so that the high bits depend on every byte. */
export function hashOfBytes(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let h = 0x811c9dc5
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 13)) >>> 0
}
