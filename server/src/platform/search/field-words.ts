import { DocumentLists } from './document-lists.ts'
import { ForwardIndex, type ForwardSections } from './forward.ts'
import type { BaseSections } from './sections.ts'

type FieldWordSections = Pick<
  BaseSections,
  'nameWordPostings' | 'nameWordOffsets' | 'creatorWordPostings' | 'creatorWordOffsets'
>

/**
 * Indexes the documents that have a word in their name, and those that have it in their author's name. Relevance needs
 * both: testing each document that has a frequent word takes tens of milliseconds at a million.
 */
export function buildFieldWords(base: ForwardSections): FieldWordSections {
  const nameLists = new DocumentLists(base.wordOfCode.length, base.forward.length)
  const authorLists = new DocumentLists(base.wordOfCode.length, base.forward.length)
  new ForwardIndex(base).eachNameWord((word, doc, isName) =>
    (isName ? nameLists : authorLists).add(word, doc),
  )
  const [namePostings, authorPostings] = [nameLists.postings(), authorLists.postings()]
  return {
    nameWordPostings: namePostings.postings,
    nameWordOffsets: namePostings.offsets,
    creatorWordPostings: authorPostings.postings,
    creatorWordOffsets: authorPostings.offsets,
  }
}
