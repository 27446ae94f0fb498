import { clearWhere, hasBit, keepBits } from './bitset.ts'
import type { Source } from './segment.ts'

/**
 * Documents in which a phrase occurs, as a bitset when its rarest word is one, else as a list. Only those with all
 * of its words are asked.
 */
export function phraseDocs(
  rarest: Source,
  others: readonly Source[],
  words: number,
  occursIn: (doc: number) => boolean,
): Uint32Array {
  const dense = rarest.bits()
  if (dense === null) {
    const list = rarest.list()?.slice() ?? readAll(rarest)
    const denseOthers = others.map(source => source.bits()).filter(bits => bits !== null)
    return list.filter(doc => denseOthers.every(bits => hasBit(bits, doc)) && occursIn(doc))
  }
  const bits = dense.slice()
  for (const source of others) keepBits(bits, source.bits()!, words)
  clearWhere(bits, words, doc => !occursIn(doc))
  return bits
}

function readAll(source: Source): Uint32Array {
  const out = new Uint32Array(source.size * 2 + 16)
  return out.subarray(0, source.read(out))
}
