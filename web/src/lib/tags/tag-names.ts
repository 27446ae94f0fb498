import { tagText } from '../avatar.ts'
import { defineTexts } from '../texts.ts'

type NameOf = (tag: string) => string

const load = async (tsv: Promise<{ readonly default: string }>) => ({ texts: namesOf((await tsv).default) })

/**
 * Returns a function for the name of a tag in the page's language. Tags outside of the vocabulary are shown as written.
 */
export const useTagNames = defineTexts<NameOf>(tagText, {
  ja: () => load(import('./names.ja.tsv?raw')),
  ko: () => load(import('./names.ko.tsv?raw')),
  zh: () => load(import('./names.zh.tsv?raw')),
})

/** @param tsv lines with a tag and its name, separated by a tab. */
function namesOf(tsv: string): NameOf {
  const names = new Map(tsv.split('\n').map(line => line.split('\t') as [string, string]))
  return tag => names.get(tag.replace(/^author_tag_/, '')) ?? tagText(tag)
}
