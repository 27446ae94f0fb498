import { JsonWriter } from '../../kernel/json-writer.ts'
import type { CatalogReader, Change } from './store.ts'
import type { CatalogView } from './view.ts'

export type ChangesPage = { kind: 'page'; body: Buffer } | { kind: 'cursor_expired' }

/** Rows of the log looked at for one answer; counter changes among them are passed over. */
const LOOK_AHEAD = 5000

/**
 * The cursor feed for mirrors: `{changes: [{seq, type: 'upsert', avatar} | {seq, type: 'remove', id}], next, hasMore}`.
 * Each avatar stands in a page once, as it is now. Without `since` there are no changes, only the `next` to start
 * from. A cursor older than the log, or from another log, has expired.
 */
export async function changesPage(
  { store, view }: { store: CatalogReader; view: CatalogView },
  since: number | null,
  limit: number,
): Promise<ChangesPage> {
  const seen = view.seq
  if (since === null) return { kind: 'page', body: writePage(view, [], seen, false) }
  const { firstSeq } = await store.changeBounds()
  if (since > seen || since < firstSeq - 1) return { kind: 'cursor_expired' }
  const read = await store.changesAfter(since, LOOK_AHEAD)
  const log = read.filter(change => change.seq <= seen)
  const { changes, next } = latestPerAvatar(log, limit)
  return { kind: 'page', body: writePage(view, changes, next ?? since, (next ?? since) < seen) }
}

/** The first `limit` avatars that the log names, each at its last change so far, and the seq read up to. */
function latestPerAvatar(
  log: readonly Change[],
  limit: number,
): { changes: Change[]; next: number | undefined } {
  const latest = new Map<number, Change>()
  let next: number | undefined
  for (const change of log) {
    if (change.kind !== 'counts') {
      if (latest.size === limit && !latest.has(change.key)) break
      latest.delete(change.key)
      latest.set(change.key, change)
    }
    next = change.seq
  }
  return { changes: [...latest.values()], next }
}

function writePage(view: CatalogView, changes: readonly Change[], next: number, hasMore: boolean): Buffer {
  const out = new JsonWriter(4096).ascii('{"changes":[')
  for (const [i, { seq, key }] of changes.entries()) {
    if (i > 0) out.ascii(',')
    const slot = view.slotOfKey(key)
    if (view.isListed(slot)) {
      out.ascii(`{"seq":${seq},"type":"upsert","avatar":`)
      view.writeAvatar(slot, out)
      out.ascii('}')
    } else {
      out.ascii(`{"seq":${seq},"type":"remove","id":"${view.idOf(slot)}"}`)
    }
  }
  return out.ascii(`],"next":${next},"hasMore":${hasMore}}`).toBuffer()
}
