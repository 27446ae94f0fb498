import type { CatalogView } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'

/** One writer for every synchronous answer: it is emptied by `toBuffer` before anything else can run. */
const writer = new JsonWriter(64 * 1024)

/** Appends `[avatar, …]`, each as `write` has it. */
function writeAll(
  slots: Iterable<number>,
  out: JsonWriter,
  write: (slot: number, out: JsonWriter) => void,
): JsonWriter {
  out.ascii('[')
  let isFirst = true
  for (const slot of slots) {
    if (!isFirst) out.ascii(',')
    write(slot, out)
    isFirst = false
  }
  return out.ascii(']')
}

function writeAvatars(view: CatalogView, slots: Iterable<number>, out: JsonWriter): JsonWriter {
  return writeAll(slots, out, (slot, out) => view.writeAvatar(slot, out))
}

/** `GET /avatars/search` (spec): `{total, avatars, limit, offset, hasMore}`. */
export function searchAnswer(
  view: CatalogView,
  page: { total: number; slots: readonly number[] },
  { limit, offset }: { limit: number; offset: number },
): Buffer {
  const out = writer.reset().ascii('{"total":').integer(page.total).ascii(',"avatars":')
  writeAvatars(view, page.slots, out).ascii(',"limit":').integer(limit).ascii(',"offset":').integer(offset)
  return out.ascii(`,"hasMore":${offset + page.slots.length < page.total}}`).toBuffer()
}

/** `{avatars}`, as `GET /avatars/trending` answers (spec). */
export function avatarsAnswer(view: CatalogView, slots: readonly number[]): Buffer {
  return writeAvatars(view, slots, writer.reset().ascii('{"avatars":')).ascii('}').toBuffer()
}

/** `GET /avatars/all` (spec): `{total, count, nextOffset, avatars}`. */
export function bulkAnswer(
  view: CatalogView,
  page: { total: number; nextOffset: number | null; slots: ArrayLike<number> & Iterable<number> },
): Buffer {
  const out = writer.reset().ascii('{"total":').integer(page.total)
  out.ascii(',"count":').integer(page.slots.length).ascii(`,"nextOffset":${page.nextOffset},"avatars":`)
  return writeAll(page.slots, out, (slot, out) => view.writeForMirrors(slot, out))
    .ascii('}')
    .toBuffer()
}
