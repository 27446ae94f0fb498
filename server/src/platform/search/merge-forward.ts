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
  { docCount, maps, runOf }: DocumentNumbers,
  words: { keys: readonly Uint32Array[]; counts: Uint32Array },
  newTags: readonly Uint32Array[],
): Pick<BaseSections, 'forward' | 'forwardOffsets' | 'wordOfCode'> {
  const wordOfCode = wordsByCode(words.counts)
  const codes = codesOf(wordOfCode)
  const newCodes = runs.map((run, i) => newCodesOf(run.wordOfCode, words.keys[i]!, codes))
  const out = roomyByteVec(runs.reduce((sum, { forward }) => sum + forward.length, 64))
  const offsets = sharedUint32(docCount + 1)
  const nextDoc = new Uint32Array(runs.length)
  for (let doc = 0; doc < docCount; doc++) {
    const i = runOf[doc]!
    const run = runs[i]!
    while (maps[i]![nextDoc[i]!] === DROPPED) nextDoc[i]!++
    const oldDoc = nextDoc[i]!++
    if (run.forwardOffsets[oldDoc + 1]! > run.forward.length)
      throw new RangeError(`Document ${oldDoc} of a run extends beyond its forward index`)
    copyDocument(
      run.forward,
      run.forwardOffsets[oldDoc]!,
      run.forwardOffsets[oldDoc + 1]!,
      newTags[i]!,
      newCodes[i]!,
      out,
    )
    offsets[doc + 1] = out.length
  }
  return { forward: out.trimmed(), forwardOffsets: offsets, wordOfCode }
}

/** Maps each old code + 1 of a run to the new code + 1, and the 0 between fields to itself. */
function newCodesOf(wordOfCode: Uint32Array, map: Uint32Array, codes: Uint32Array): Uint32Array {
  const newCodes = new Uint32Array(wordOfCode.length + 1)
  for (let code = 0; code < wordOfCode.length; code++) {
    const word = map[wordOfCode[code]!]!
    if (word !== DROPPED) newCodes[code + 1] = codes[word]! + 1
  }
  return newCodes
}

/** Copies one document of a forward index (`BaseSections.forward`) with new numbers. */
function copyDocument(
  source: Uint8Array,
  start: number,
  end: number,
  newTags: Uint32Array,
  newCodes: Uint32Array,
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
      pushVarint(out, newTags[value]!)
      tagsLeft--
    } else pushVarint(out, newCodes[value]!)
  }
}
