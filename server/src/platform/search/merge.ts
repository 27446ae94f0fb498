import { hasBit, setBit, wordsFor } from './bitset.ts'
import { byId } from './compare.ts'
import { Field } from './field.ts'
import { buildFieldWords } from './field-words.ts'
import { Forward, forwardHead } from './forward.ts'
import { buildIdTable } from './id-table.ts'
import { type DocMaps, DROPPED, type KeyMaps, mergeField } from './merge-field.ts'
import { mergeNames } from './merge-names.ts'
import { buildPairs } from './pairs.ts'
import { scoreOf } from './score.ts'
import { type BaseSections, FORMAT_VERSION, NOBODY } from './sections.ts'
import { byteVec, sharedFloat64, sharedUint16, sharedUint32 } from './shared.ts'
import type { TailParts } from './tail-parts.ts'
import { pushVarint } from './varint.ts'
import { codesOf, wordsByCode } from './word-codes.ts'

/** A base at the start of a merge, with the columns that have changed since it was built. */
export interface MergeBase {
  sections: BaseSections
  listed: Uint32Array
  views: Float64Array
  likes: Float64Array
  /** Bits of replaced documents. */
  replaced: Uint32Array
}

/** Merges base and tail into a new base without replaced documents. */
function mergeTail(
  { sections: base, listed, views, likes, replaced }: MergeBase,
  tail: TailParts,
): BaseSections {
  const maps = mapDocs(base, replaced, tail)
  const { docs } = maps
  const words = mergeField(base.fields.words, tail.words, maps)
  const tags = mergeField(base.fields.tags, tail.tags, maps)
  const authorIds = mergeField(base.fields.authorIds, tail.authorIds, maps)
  const authorNames = mergeField(base.fields.authorNames, tail.authorNames, maps)
  const ids = mergeColumn(maps, base.ids, tail.ids, 4)
  const merged = {
    meta: Uint32Array.of(FORMAT_VERSION, docs),
    slots: mergeColumn(maps, base.slots, tail.slots),
    addedAt: mergeColumn(maps, base.addedAt, tail.addedAt),
    updatedAt: mergeColumn(maps, base.updatedAt, tail.updatedAt),
    ids,
    idTable: buildIdTable(ids, docs),
    platforms: mergePlatforms(maps, base.platforms, tail.platforms),
    performance: mergeColumn(maps, base.performance, tail.performance),
    listed: mergeBits(maps, listed, tail.listed),
    views: mergeColumn(maps, views, tail.views),
    likes: mergeColumn(maps, likes, tail.likes),
    ...mergeNames(maps, base, tail),
    ...mergeForward(maps, base, tail, words, tags.keys),
    described: mergeBits(maps, base.described, tail.described),
    extraWords: mergeExtraWords(words.field.offsets.length - 1, base, tail, words.keys),
    fields: {
      words: words.field,
      tags: tags.field,
      authorIds: authorIds.field,
      authorNames: authorNames.field,
    },
  }
  return {
    ...merged,
    popularOrder: popularOrder(merged),
    scoreOrder: scoreOrder(merged),
    updatedOrder: updatedOrder(merged),
    creatorOf: creatorsOf(merged.fields, docs),
    ...buildPairs(merged),
    ...buildFieldWords(merged),
  }
}

/** Numbers the documents that stay by (addedAt, id), by merging both sorted inputs. */
function mapDocs(base: BaseSections, replaced: Uint32Array, tail: TailParts): DocMaps {
  const tailDocs = Uint32Array.from({ length: tail.size }, (_, doc) => doc)
    .filter(doc => !hasBit(tail.replaced, doc))
    .sort((a, b) => tail.addedAt[a]! - tail.addedAt[b]! || byId(tail.ids, a, tail.ids, b))
  const maps: DocMaps = {
    docs: 0,
    base: new Uint32Array(base.slots.length).fill(DROPPED),
    tail: new Uint32Array(tail.size).fill(DROPPED),
    tailDocs,
  }
  let t = 0
  for (let b = 0; b < base.slots.length; b++) {
    if (hasBit(replaced, b)) continue
    for (; t < tailDocs.length && isOlder(tail, tailDocs[t]!, base, b); t++)
      maps.tail[tailDocs[t]!] = maps.docs++
    maps.base[b] = maps.docs++
  }
  for (; t < tailDocs.length; t++) maps.tail[tailDocs[t]!] = maps.docs++
  return maps
}

function isOlder(tail: TailParts, t: number, base: BaseSections, b: number): boolean {
  const difference = tail.addedAt[t]! - base.addedAt[b]!
  return difference < 0 || (difference === 0 && byId(tail.ids, t, base.ids, b) < 0)
}

function mergeColumn<A extends Uint16Array | Uint32Array | Float64Array>(
  maps: DocMaps,
  base: A,
  tail: A,
  width = 1,
): A {
  const allocate =
    base instanceof Float64Array ? sharedFloat64 : base instanceof Uint16Array ? sharedUint16 : sharedUint32
  const out = allocate(maps.docs * width) as A
  for (const [map, from] of [
    [maps.base, base],
    [maps.tail, tail],
  ] as const) {
    for (let doc = 0; doc < map.length; doc++) {
      if (map[doc] === DROPPED) continue
      for (let i = 0; i < width; i++) out[map[doc]! * width + i] = from[doc * width + i]!
    }
  }
  return out
}

function mergeBits(maps: DocMaps, base: Uint32Array, tail: Uint32Array): Uint32Array {
  const out = sharedUint32(wordsFor(maps.docs))
  for (const [map, from] of [
    [maps.base, base],
    [maps.tail, tail],
  ] as const) {
    for (let doc = 0; doc < map.length; doc++)
      if (map[doc] !== DROPPED && hasBit(from, doc)) setBit(out, map[doc]!)
  }
  return out
}

/** @param tail a number for each document, with a bit for each platform. */
function mergePlatforms(maps: DocMaps, base: Uint32Array, tail: Uint32Array): Uint32Array {
  const words = wordsFor(maps.docs)
  const baseWords = wordsFor(maps.base.length)
  const out = sharedUint32(words * 3)
  for (let platform = 0; platform < 3; platform++) {
    const from = base.subarray(platform * baseWords, (platform + 1) * baseWords)
    const to = out.subarray(platform * words, (platform + 1) * words)
    for (let doc = 0; doc < maps.base.length; doc++) {
      if (maps.base[doc] !== DROPPED && hasBit(from, doc)) setBit(to, maps.base[doc]!)
    }
    for (const doc of maps.tailDocs) if (((tail[doc]! >> platform) & 1) === 1) setBit(to, maps.tail[doc]!)
  }
  return out
}

function mergeForward(
  maps: DocMaps,
  base: BaseSections,
  tail: TailParts,
  words: { keys: KeyMaps; counts: Uint32Array },
  tags: KeyMaps,
): Pick<BaseSections, 'forward' | 'forwardOffsets' | 'wordOfCode'> {
  const reader = new Forward(base)
  const wordOfCode = wordsByCode(words.counts)
  const codes = codesOf(wordOfCode)
  const out = byteVec(base.forward.length + 64)
  const offsets = sharedUint32(maps.docs + 1)
  let room = new Uint32Array(1024)
  const write = (
    doc: number,
    fields: number,
    documentTags: readonly number[],
    tokens: Uint32Array,
    wordMap: Uint32Array,
  ): void => {
    pushVarint(out, forwardHead(documentTags.length, fields))
    for (const tag of documentTags) pushVarint(out, tag)
    for (const token of tokens) pushVarint(out, token === 0 ? 0 : codes[wordMap[token - 1]!]! + 1)
    offsets[doc + 1] = out.length
  }
  let t = 0
  const writeTailUpTo = (end: number): void => {
    for (; t < maps.tailDocs.length && maps.tail[maps.tailDocs[t]!]! < end; t++) {
      const doc = maps.tailDocs[t]!
      const documentTags = tail.tags.keys.subarray(tail.tags.keyEnds[doc - 1] ?? 0, tail.tags.keyEnds[doc]!)
      const tokens = tail.tokens.subarray(tail.tokenEnds[doc - 1] ?? 0, tail.tokenEnds[doc]!)
      write(
        maps.tail[doc]!,
        tail.fieldCounts[doc]!,
        Array.from(documentTags, tag => tags.tail[tag]!),
        tokens,
        words.keys.tail,
      )
    }
  }
  for (let doc = 0; doc < maps.base.length; doc++) {
    if (maps.base[doc] === DROPPED) continue
    writeTailUpTo(maps.base[doc]!)
    const bytes = base.forwardOffsets[doc + 1]! - base.forwardOffsets[doc]!
    if (bytes > room.length) room = new Uint32Array(bytes * 2)
    const documentTags: number[] = []
    reader.eachTag(doc, tag => documentTags.push(tags.base[tag]!))
    write(
      maps.base[doc]!,
      reader.fieldsOf(doc),
      documentTags,
      room.subarray(0, reader.readTokens(doc, room)),
      words.keys.base,
    )
  }
  writeTailUpTo(maps.docs)
  return { forward: out.trimmed(), forwardOffsets: offsets, wordOfCode }
}

function mergeExtraWords(size: number, base: BaseSections, tail: TailParts, words: KeyMaps): Uint32Array {
  const out = sharedUint32(wordsFor(size))
  for (let word = 0; word < words.base.length; word++) {
    if (words.base[word] !== DROPPED && hasBit(base.extraWords, word)) setBit(out, words.base[word]!)
  }
  for (const word of tail.extras) if (words.tail[word] !== DROPPED) setBit(out, words.tail[word]!)
  return out
}

/** Documents by views, likes, newest first; newer documents have higher numbers. */
function popularOrder({ views, likes }: Pick<BaseSections, 'views' | 'likes'>): Uint32Array {
  return sortedDocs(views.length, (a, b) => views[b]! - views[a]! || likes[b]! - likes[a]! || b - a)
}

function scoreOrder({ views, addedAt }: Pick<BaseSections, 'views' | 'addedAt'>): Uint32Array {
  const scores = Float64Array.from(views, (count, doc) => scoreOf(count, addedAt[doc]!))
  return sortedDocs(views.length, (a, b) => scores[b]! - scores[a]! || b - a)
}

function updatedOrder({ updatedAt }: Pick<BaseSections, 'updatedAt'>): Uint32Array {
  return sortedDocs(updatedAt.length, (a, b) => updatedAt[b]! - updatedAt[a]! || b - a)
}

function sortedDocs(docs: number, compare: (a: number, b: number) => number): Uint32Array {
  const order = sharedUint32(docs)
  for (let doc = 0; doc < docs; doc++) order[doc] = doc
  return order.sort(compare)
}

function creatorsOf({ authorIds, authorNames }: BaseSections['fields'], docs: number): Uint32Array {
  const creators = sharedUint32(docs).fill(NOBODY)
  const ids = new Field(authorIds, docs)
  const names = new Field(authorNames, docs)
  const noId = ids.find(Uint8Array.of(1))
  const noName = names.find(new Uint8Array(0))
  eachDoc(names, docs, (name, doc) => {
    if (name !== noName) creators[doc] = ids.size + name
  })
  eachDoc(ids, docs, (id, doc) => {
    if (id !== noId) creators[doc] = id
  })
  return creators
}

function eachDoc(field: Field, docs: number, visit: (key: number, doc: number) => void): void {
  const list = new Uint32Array(docs)
  for (let key = 0; key < field.size; key++) {
    const bits = field.denseBits(key)
    const n = bits === null ? field.read(key, list) : 0
    for (let i = 0; i < n; i++) visit(key, list[i]!)
    if (bits !== null) for (let doc = 0; doc < docs; doc++) if (hasBit(bits, doc)) visit(key, doc)
  }
}

/** Merges one tail after the other. */
export function mergeTails(base: MergeBase, tails: readonly TailParts[]): BaseSections {
  let merged = base
  for (const tail of tails) {
    const sections = mergeTail(merged, tail)
    const { listed, views, likes } = sections
    merged = { sections, listed, views, likes, replaced: new Uint32Array(wordsFor(sections.slots.length)) }
  }
  return merged.sections
}
