import type { CatalogReader, CatalogView, Change } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { MIRROR_SHAPE } from './answers.ts'
import { BUILD_LIFETIME_MS, type BulkListing } from './bulk.ts'

export type ChangesPage = { kind: 'page'; body: Buffer } | { kind: 'cursor_expired' }

export interface ChangesDeps {
  store: CatalogReader
  view: CatalogView
  bulk: Pick<BulkListing, 'coveredSeq'>
  clock: Clock
}

/**
 * The greatest age of a page of `/avatars/all` from a cache or another process; the minute covers the delay with which
 * a process follows the change log.
 */
const MAX_COPY_AGE_MS = BUILD_LIFETIME_MS + MINUTE_MS

/** Maximum number of changes read for one answer, including those of counters, which are skipped. */
const MAX_ROWS_READ = 5000

/**
 * The cursor feed for mirrors: `{changes: [{seq, type: 'upsert', avatar} | {seq, type: 'remove', id}], next, hasMore}`.
 * Each avatar occurs once per page, in its current state. Without `since` there are no changes, only the `next` to
 * start from. A cursor from before the oldest change of the log, or beyond its end, has expired. One from a process
 * whose read model is ahead of this one's is valid.
 */
export async function changesPage(
  deps: ChangesDeps,
  since: number | null,
  limit: number,
): Promise<ChangesPage> {
  const { store, view } = deps
  if (since === null) return { kind: 'page', body: writePage(view, [], await startCursor(deps), false) }
  const viewSeq = view.seq
  const { firstSeq, lastSeq } = await store.changes.bounds()
  if (since > lastSeq || since < firstSeq - 1) return { kind: 'cursor_expired' }
  const rows = await store.changes.after(since, MAX_ROWS_READ)
  const appliedChanges = rows.filter(change => change.seq <= viewSeq)
  const { changes, next } = latestPerAvatar(appliedChanges, since, limit)
  return { kind: 'page', body: writePage(view, changes, next, next < viewSeq) }
}

/**
 * Returns the cursor for a mirror that starts to copy `/avatars/all`. It is from before the oldest page that the mirror
 * may get, here or from another process, so that it is sent every change which a page may lack.
 */
async function startCursor({ store, bulk, clock }: ChangesDeps): Promise<number> {
  return Math.min(bulk.coveredSeq, await lastSeqBefore(store, clock.now() - MAX_COPY_AGE_MS))
}

/** Finds the newest change before `atMs` by bisection, because the log can have millions of rows. */
async function lastSeqBefore(store: CatalogReader, atMs: number): Promise<number> {
  const { firstSeq, lastSeq } = await store.changes.bounds()
  let olderSeq = Math.max(0, firstSeq - 1)
  let youngerSeq = lastSeq + 1
  while (youngerSeq - olderSeq > 1) {
    const middleSeq = Math.floor((olderSeq + youngerSeq) / 2)
    const [change] = await store.changes.after(middleSeq - 1, 1)
    if (change !== undefined && change.seq < youngerSeq && change.atMs < atMs) olderSeq = change.seq
    else youngerSeq = middleSeq
  }
  return olderSeq
}

/** The first `limit` avatars that changed after `since`, each with its last change, and the seq read up to. */
function latestPerAvatar(
  appliedChanges: readonly Change[],
  since: number,
  limit: number,
): { changes: Change[]; next: number } {
  const latestByKey = new Map<number, Change>()
  let next = since
  for (const change of appliedChanges) {
    if (change.kind !== 'counts' && change.unknownId === undefined) {
      if (latestByKey.size === limit && !latestByKey.has(change.key)) break
      latestByKey.delete(change.key)
      latestByKey.set(change.key, change)
    }
    next = change.seq
  }
  return { changes: [...latestByKey.values()], next }
}

function writePage(view: CatalogView, changes: readonly Change[], next: number, hasMore: boolean): Buffer {
  const out = new JsonWriter(4096).ascii('{"changes":[')
  for (const [i, { seq, key }] of changes.entries()) {
    if (i > 0) out.ascii(',')
    const slot = view.slotOfKey(key)
    if (view.isListed(slot)) {
      out.ascii(`{"seq":${seq},"type":"upsert","avatar":`)
      view.write(MIRROR_SHAPE, slot, out)
      out.ascii('}')
    } else {
      out.ascii(`{"seq":${seq},"type":"remove","id":"${view.idOf(slot)}"}`)
    }
  }
  return out.ascii(`],"next":${next},"hasMore":${hasMore}}`).toBuffer()
}
