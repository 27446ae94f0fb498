import type { MirrorAvatar } from '@avatary/contract/avatar'
import { avatarOf, type CatalogReader, type CatalogRecord } from '../../avatars/index.ts'
import { HEADER_FIELD } from './reading.ts'

/** The first line of an export. */
interface ExportHeader {
  [HEADER_FIELD]: 'avatary-export'
  version: 1
  terms: string
  exportedAt: string
}

/** A line of an export: an avatar as mirrors get it, and fields for imports only. */
interface ExportedAvatar extends Omit<MirrorAvatar, 'createdAt'> {
  createdAt?: string
  /** Only for hidden avatars: true when the platform serves it. */
  isActive?: boolean
  isListed?: false
}

export interface ExportOptions {
  terms: string
  nowMs: number
  /** Hidden avatars too, marked as such. */
  all: boolean
  signal?: AbortSignal
}

const BATCH = 2000

/**
 * The catalog as NDJSON in our own shape, oldest first, a header line before it; `importStream` makes the same catalog
 * of it. Memory use is one batch.
 * @returns batches of whole lines, and how many avatars they hold.
 */
export async function* exportCatalog(
  store: Pick<CatalogReader, 'readAll'>,
  { terms, nowMs, all, signal }: ExportOptions,
): AsyncGenerator<{ text: string; avatars: number }> {
  const exportedAt = new Date(nowMs).toISOString()
  const header: ExportHeader = { [HEADER_FIELD]: 'avatary-export', version: 1, terms, exportedAt }
  yield { text: `${JSON.stringify(header)}\n`, avatars: 0 }
  for await (const batch of store.readAll(BATCH)) {
    signal?.throwIfAborted()
    const chosen = all ? batch : batch.filter(({ isListed }) => isListed)
    const text = chosen.map(record => `${JSON.stringify(toExported(record))}\n`).join('')
    if (chosen.length > 0) yield { text, avatars: chosen.length }
  }
}

function toExported(record: CatalogRecord): ExportedAvatar {
  const { isActive, isListed } = record
  const { createdAt, ...avatar } = avatarOf(record)
  return {
    ...avatar,
    ...(createdAt !== null && { createdAt }),
    ...(!isListed && { isActive, isListed }),
  }
}
