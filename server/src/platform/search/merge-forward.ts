import { TAGS_SHIFT } from './forward.ts'
import type { DocumentNumbers } from './merge-documents.ts'
import { DROPPED } from './merge-keys.ts'
import type { RunWords } from './run.ts'
import type { BaseSections } from './sections.ts'
import { roomyByteVec, sharedUint32, type Vec } from './shared.ts'
import { pushVarint } from './varint.ts'
import { codesOf, wordsByCode } from './word-codes.ts'

/** Joins the forward indexes of runs, with the new numbers of words and tags. */
export function mergeForward(
  runs: readonly RunWords[],
  { docs, maps, runOf }: DocumentNumbers,
  words: { keys: readonly Uint32Array[]; counts: Uint32Array },
  tags: readonly Uint32Array[],
): Pick<BaseSections, 'forward' | 'forwardOffsets' | 'wordOfCode'> {
  const wordOfCode = wordsByCode(words.counts)
  const codes = codesOf(wordOfCode)
  const tokens = runs.map((run, i) => tokensByCode(run.wordOfCode, words.keys[i]!, codes))
  const out = roomyByteVec(runs.reduce((sum, { forward }) => sum + forward.length, 64))
  const offsets = sharedUint32(docs + 1)
  const next = new Uint32Array(runs.length)
  for (let doc = 0; doc < docs; doc++) {
    const i = runOf[doc]!
    const run = runs[i]!
    while (maps[i]![next[i]!] === DROPPED) next[i]!++
    const oldDoc = next[i]!++
    if (run.forwardOffsets[oldDoc + 1]! > run.forward.length)
      throw new RangeError(`Document ${oldDoc} of a run extends beyond its forward index`)
    rewrite(
      run.forward,
      run.forwardOffsets[oldDoc]!,
      run.forwardOffsets[oldDoc + 1]!,
      tags[i]!,
      tokens[i]!,
      out,
    )
    offsets[doc + 1] = out.length
  }
  return { forward: out.trimmed(), forwardOffsets: offsets, wordOfCode }
}

/** Maps each old code + 1 of a run to the new code + 1, and the 0 between fields to itself. */
function tokensByCode(wordOfCode: Uint32Array, map: Uint32Array, codes: Uint32Array): Uint32Array {
  const tokens = new Uint32Array(wordOfCode.length + 1)
  for (let code = 0; code < wordOfCode.length; code++) {
    const word = map[wordOfCode[code]!]!
    if (word !== DROPPED) tokens[code + 1] = codes[word]! + 1
  }
  return tokens
}

/** Copies one document of a forward index (`BaseSections.forward`) with new numbers. */
function rewrite(
  source: Uint8Array,
  start: number,
  end: number,
  tags: Uint32Array,
  tokens: Uint32Array,
  out: Vec<Uint8Array>,
): void {
  let isHead = true
  let tagsLeft = 0
  for (let at = start; at < end; ) {
    let byte = source[at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = source[at++]!
      value |= (byte & 127) << shift
    }
    if (isHead) {
      pushVarint(out, value)
      tagsLeft = value >> TAGS_SHIFT
      isHead = false
    } else if (tagsLeft > 0) {
      pushVarint(out, tags[value]!)
      tagsLeft--
    } else pushVarint(out, tokens[value]!)
  }
}
