import { tagText } from '../avatar.ts'
import { defineTexts } from '../texts.ts'

type NameOf = (tag: string) => string

const load = async (file: Promise<{ readonly default: string }>) => ({ texts: namesOf((await file).default) })

/** Gives the name of a tag in the page's language; what the vocabulary does not have is shown as it is written. */
export const useTagNames = defineTexts<NameOf>(tagText, {
  ja: () => load(import('./names.ja.tsv?raw')),
  ko: () => load(import('./names.ko.tsv?raw')),
  zh: () => load(import('./names.zh.tsv?raw')),
})

/** @param table lines of a tag and its name, with a tab between. */
function namesOf(table: string): NameOf {
  const names = new Map(table.split('\n').map(line => line.split('\t') as [string, string]))
  return tag => names.get(tag.replace(/^author_tag_/, '')) ?? tagText(tag)
}
