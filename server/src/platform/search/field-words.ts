import { DocumentLists } from './document-lists.ts'
import { Forward, type ForwardSections } from './forward.ts'
import type { BaseSections } from './sections.ts'

type FieldWordSections = Pick<
  BaseSections,
  'nameWordPostings' | 'nameWordOffsets' | 'creatorWordPostings' | 'creatorWordOffsets'
>

/**
 * Indexes the documents that have a word in their name, and those that have it in their creator's name. Relevance needs
 * both: testing each document that has a frequent word takes tens of milliseconds at a million.
 */
export function buildFieldWords(base: ForwardSections): FieldWordSections {
  const [name, creator] = [0, 1].map(() => new DocumentLists(base.wordOfCode.length, base.forward.length))
  new Forward(base).eachNameWord((word, doc, isName) => (isName ? name : creator)!.add(word, doc))
  const [ofNames, ofCreators] = [name!.postings(), creator!.postings()]
  return {
    nameWordPostings: ofNames.postings,
    nameWordOffsets: ofNames.offsets,
    creatorWordPostings: ofCreators.postings,
    creatorWordOffsets: ofCreators.offsets,
  }
}
