import { pushVarint, VarintReader } from '../../kernel/varint.ts'
import { TERM_CELL } from './cells.ts'
import type { AudienceCell } from './store.ts'

/** Number of terms in a packed row, the most used ones; each of the others stands for a visitor or two. */
const MAX_TERMS = 50

/** Sums of buckets. */
export class CellSum {
  readonly #cells = new Map<string, AudienceCell>()

  add(cells: Iterable<AudienceCell>): this {
    for (const { cell, term, views, outbound } of cells) {
      const name = `${cell} ${term}`
      const sum = this.#cells.get(name)
      if (sum === undefined) this.#cells.set(name, { cell, term, views, outbound })
      else {
        sum.views += views
        sum.outbound += outbound
      }
    }
    return this
  }

  cells(): AudienceCell[] {
    return [...this.#cells.values()]
  }
}

/**
 * Packs the buckets of one avatar, ascending, into some 4 bytes each: the difference to the previous cell, views and
 * outbound clicks, as varints. A term is followed by its length in bytes and its UTF-8. Only the most used terms are
 * kept.
 */
export function packCells(cells: readonly AudienceCell[]): Uint8Array {
  const bucketCells = cells.filter(({ cell }) => cell !== TERM_CELL).sort((a, b) => a.cell - b.cell)
  const terms = cells
    .filter(({ cell }) => cell === TERM_CELL)
    .sort((a, b) => b.views + b.outbound - (a.views + a.outbound) || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS)
  const bytes: number[] = []
  let previousCell = 0
  for (const { cell, term, views, outbound } of [...bucketCells, ...terms]) {
    pushVarint(bytes, cell - previousCell)
    pushVarint(bytes, views)
    pushVarint(bytes, outbound)
    previousCell = cell
    if (cell !== TERM_CELL) continue
    const text = Buffer.from(term)
    pushVarint(bytes, text.length)
    bytes.push(...text)
  }
  return Uint8Array.from(bytes)
}

/** The inverse of `packCells`. */
export function unpackCells(bytes: Uint8Array): AudienceCell[] {
  const cells: AudienceCell[] = []
  const reader = new VarintReader(bytes)
  const readText = () => Buffer.from(reader.bytes(reader.number())).toString()
  for (let cell = 0; !reader.isAtEnd; ) {
    cell += reader.number()
    const [views, outbound] = [reader.number(), reader.number()]
    cells.push({ cell, term: cell === TERM_CELL ? readText() : '', views, outbound })
  }
  return cells
}
