import { avatarOf, type CatalogReader, type CatalogRecord } from '../../avatars/index.ts'
import { isoOf } from '../../kernel/days.ts'
import { HEADER_FIELD } from './reading.ts'

interface ExportOptions {
  /** The terms of use, for the header line. */
  terms: string
  nowMs: number
  /** True also exports hidden avatars, marked as such. */
  all: boolean
  signal?: AbortSignal
}

/** Avatars read from the database at a time. */
const AVATARS_PER_READ = 2000

/**
 * Exports the catalog as NDJSON in our own shape, oldest first, after a header line; `importStream` makes an equal
 * catalog from it. Memory use is one batch.
 * @returns batches of whole lines, each with its number of avatars.
 */
export async function* exportCatalog(
  store: Pick<CatalogReader, 'readAll'>,
  { terms, nowMs, all, signal }: ExportOptions,
): AsyncGenerator<{ text: string; avatars: number }> {
  const exportedAt = isoOf(nowMs)
  const header = { [HEADER_FIELD]: 'avatary-export', version: 1, terms, exportedAt }
  yield { text: `${JSON.stringify(header)}\n`, avatars: 0 }
  for await (const batch of store.readAll(AVATARS_PER_READ)) {
    signal?.throwIfAborted()
    const records = all ? batch : batch.filter(({ isListed }) => isListed)
    const text = records.map(record => `${JSON.stringify(toExported(record))}\n`).join('')
    if (records.length > 0) yield { text, avatars: records.length }
  }
}

/** An avatar as mirrors get it, without an unknown `createdAt`; a hidden one with the reason. */
function toExported({ isActive, isListed, ...record }: CatalogRecord): object {
  const { createdAt, ...avatar } = avatarOf(record)
  return {
    ...avatar,
    ...(createdAt !== null && { createdAt }),
    ...(!isListed && { isActive, isListed }),
  }
}
