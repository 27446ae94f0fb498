import { WorldAvatarSchema } from '@avatary/contract/world'
import { AVATAR_FORM, type CatalogView, formOf, writeAvatars } from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'

/** An avatar as the lists for worlds carry it. */
const WORLD_FORM = formOf(WorldAvatarSchema)

export interface ListPage {
  /** Items in all. */
  total: number
  limit: number
  offset: number
  nextOffset: number | null
}

/** The page of a list that has no second one: the items in it are all that there are. */
export function onlyPage(count: number, limit: number): ListPage {
  return { total: count, limit, offset: 0, nextOffset: null }
}

/**
 * Spec, "List envelope".
 *
 * @param missing ids that were asked for and are not listed, when the answer has such a key.
 */
export function avatarList(
  out: JsonWriter,
  view: CatalogView,
  now: string,
  page: ListPage,
  slots: ArrayLike<number>,
  missing?: readonly string[],
): Buffer {
  writeHead(out, now, page, slots.length).ascii(',"avatars":')
  writeAvatars(view, WORLD_FORM, slots, out)
  if (missing !== undefined) out.ascii(',"missing":').json(missing)
  return out.ascii('}').toBuffer()
}

/** The same envelope around anything that is not an avatar. */
export function otherList(
  out: JsonWriter,
  now: string,
  page: ListPage,
  name: string,
  items: readonly unknown[],
): Buffer {
  return writeHead(out, now, page, items.length).ascii(`,"${name}":`).json(items).ascii('}').toBuffer()
}

/** Design, "Lists": `{ok, now, total, offset, nextOffset, avatars, …}`, as `/world/client` has it. */
export function clientAnswer(
  out: JsonWriter,
  view: CatalogView,
  now: string,
  { total, offset, nextOffset }: ListPage,
  slots: ArrayLike<number>,
  rest: { readonly supporters: readonly unknown[]; readonly stats: object },
): Buffer {
  out.reset().ascii(`{"ok":true,"now":"${now}","total":${total},"offset":${offset}`)
  out.ascii(`,"nextOffset":${nextOffset},"avatars":`)
  return writeAvatars(view, WORLD_FORM, slots, out)
    .ascii(',"supporters":')
    .json(rest.supporters)
    .ascii(',"stats":')
    .json(rest.stats)
    .ascii('}')
    .toBuffer()
}

/**
 * One avatar with all its fields beside `ok`, `now` and `counted`.
 *
 * @param counted whether the visit counts.
 */
export function oneAvatar(
  out: JsonWriter,
  view: CatalogView,
  now: string,
  counted: boolean,
  slot: number,
): Buffer {
  view.write(AVATAR_FORM, slot, out.reset())
  const avatar = out.toBuffer()
  out.reset().ascii(`{"ok":true,"now":"${now}","counted":${counted},`)
  return out.bytes(avatar, 1, avatar.length).toBuffer()
}

/** `{ok, now, sections}`; each section as its own endpoint answers it. */
export function bundleAnswer(
  out: JsonWriter,
  now: string,
  sections: readonly (readonly [name: string, body: Buffer])[],
): Buffer {
  out.reset().ascii(`{"ok":true,"now":"${now}","sections":{`)
  for (const [i, [name, body]] of sections.entries()) {
    out.ascii(i === 0 ? `"${name}":` : `,"${name}":`).bytes(body, 0, body.length)
  }
  return out.ascii('}}').toBuffer()
}

/** `{ok, now, …}` of anything small. */
export function plainAnswer(now: string, fields: object): Buffer {
  return Buffer.from(JSON.stringify({ ok: true, now, ...fields }))
}

function writeHead(out: JsonWriter, now: string, page: ListPage, count: number): JsonWriter {
  const { total, limit, offset, nextOffset } = page
  const head = `{"ok":true,"now":"${now}","total":${total},"count":${count},"limit":${limit},"offset":${offset}`
  return out.reset().ascii(head).ascii(`,"nextOffset":${nextOffset}`)
}
