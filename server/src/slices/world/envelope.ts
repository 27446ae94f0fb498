import { WorldAvatarSchema } from '@avatary/contract/world'
import { AVATAR_SHAPE, type CatalogView, shapeOf, writeAvatars } from '../../avatars/index.ts'
import { withView } from '../../kernel/bytes-with-view.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { nowText } from './now.ts'

const WORLD_SHAPE = shapeOf(WorldAvatarSchema)

export interface ListPage {
  total: number
  limit: number
  offset: number
  nextOffset: number | null
}

export function singlePage(count: number, limit: number): ListPage {
  return { total: count, limit, offset: 0, nextOffset: null }
}

/**
 * Writes avatars in the list envelope (spec, "List envelope").
 * @param extraFields additional fields, after the avatars.
 */
export function writeAvatarList(
  out: JsonWriter,
  view: CatalogView,
  now: string,
  page: ListPage,
  slots: ArrayLike<number>,
  extraFields: Readonly<Record<string, unknown>> = {},
): JsonWriter {
  return writeAvatarsAndFields(writeHead(out, now, page, slots.length), view, slots, extraFields)
}

/** Writes the avatars of a list with only one page, as `writeAvatarList` does. */
export function writeSinglePageList(
  out: JsonWriter,
  { view, clock }: { view: CatalogView; clock: Clock },
  limit: number,
  slots: readonly number[],
  extraFields?: Readonly<Record<string, unknown>>,
): JsonWriter {
  return writeAvatarList(out, view, nowText(clock), singlePage(slots.length, limit), slots, extraFields)
}

export function writeItemList(
  out: JsonWriter,
  now: string,
  page: ListPage,
  name: string,
  items: readonly unknown[],
): Buffer {
  return writeHead(out, now, page, items.length).ascii(`,"${name}":`).json(items).ascii('}').toBuffer()
}

/** Writes `{ok, now, total, offset, nextOffset, avatars, …}`, the answer of `/world/client`. */
export function writeClientAnswer(
  out: JsonWriter,
  view: CatalogView,
  now: string,
  { total, offset, nextOffset }: ListPage,
  slots: ArrayLike<number>,
  extraFields: Readonly<Record<string, unknown>>,
): JsonWriter {
  out.reset().ascii(`{"ok":true,"now":"${now}","total":${total},"offset":${offset}`)
  return writeAvatarsAndFields(out.ascii(`,"nextOffset":${nextOffset}`), view, slots, extraFields)
}

/**
 * Writes one avatar with all its fields, next to `ok`, `now` and `counted`.
 * @param counted true when the visit counts.
 */
export function writeOneAvatar(
  out: JsonWriter,
  view: CatalogView,
  now: string,
  counted: boolean,
  slot: number,
): Buffer {
  view.write(AVATAR_SHAPE, slot, out.reset())
  const avatar = out.toBuffer()
  out.reset().ascii(`{"ok":true,"now":"${now}","counted":${counted},`)
  return out.bytes(withView(avatar), 1, avatar.length).toBuffer()
}

/** Writes `{ok, now, sections}`; each section has the body of its own endpoint. */
export function writeBundle(
  out: JsonWriter,
  now: string,
  sections: readonly { readonly name: string; readonly body: Buffer }[],
): Buffer {
  out.reset().ascii(`{"ok":true,"now":"${now}","sections":{`)
  for (const [i, { name, body }] of sections.entries()) {
    out.ascii(i === 0 ? `"${name}":` : `,"${name}":`).bytes(withView(body), 0, body.length)
  }
  return out.ascii('}}').toBuffer()
}

/** Writes `{ok, now, …}` for small answers. */
export function objectAnswer(now: string, fields: object): Buffer {
  return Buffer.from(JSON.stringify({ ok: true, now, ...fields }))
}

function writeAvatarsAndFields(
  out: JsonWriter,
  view: CatalogView,
  slots: ArrayLike<number>,
  extraFields: Readonly<Record<string, unknown>>,
): JsonWriter {
  writeAvatars(view, WORLD_SHAPE, slots, out.ascii(',"avatars":'))
  for (const [name, value] of Object.entries(extraFields)) out.ascii(`,"${name}":`).json(value)
  return out.ascii('}')
}

function writeHead(out: JsonWriter, now: string, page: ListPage, count: number): JsonWriter {
  const { total, limit, offset, nextOffset } = page
  const head = `{"ok":true,"now":"${now}","total":${total},"count":${count},"limit":${limit},"offset":${offset}`
  return out.reset().ascii(head).ascii(`,"nextOffset":${nextOffset}`)
}
