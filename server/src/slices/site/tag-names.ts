import { readFile } from 'node:fs/promises'
import { LOCALES, type Locale } from '../../kernel/appearance.ts'

/** Returns the name of a tag in a language; a tag outside of the vocabulary is named as written. */
export type NameOfTag = (tag: string) => string

export type TagNames = Readonly<Record<Locale, NameOfTag>>

export async function readTagNames(): Promise<TagNames> {
  const readNames = async (locale: Locale): Promise<[Locale, NameOfTag]> => [
    locale,
    // A tag is its own name in English.
    namesOf(locale === 'en' ? '' : await readFile(fileOf(locale), 'utf8')),
  ]
  return Object.fromEntries(await Promise.all(LOCALES.map(readNames))) as Record<Locale, NameOfTag>
}

function fileOf(locale: Locale): URL {
  return new URL(`../../../../web/src/lib/tags/names.${locale}.tsv`, import.meta.url)
}

/**
 * Reads names as `web/src/lib/tags/tag-names.ts` does.
 * @param table lines with a tag and its name, separated by a tab.
 */
function namesOf(table: string): NameOfTag {
  const names = new Map(table.split('\n').map(line => line.split('\t') as [string, string]))
  return tag => {
    const tagText = tag.replace(/^author_tag_/, '')
    return names.get(tagText) ?? tagText.replaceAll('_', ' ')
  }
}
