import { DESKTOP, PHONE } from './site.ts'

/** The screens and languages in which the main journey of each kind of person runs. */
export const MAIN_JOURNEYS = [
  { where: 'on a phone, in Japanese', locale: 'ja', options: { ...PHONE, locale: 'ja-JP' } },
  { where: 'on a desk, in English', locale: 'en', options: DESKTOP },
] as const

type Locale = 'en' | 'ja' | 'ko' | 'zh'

/**
 * Returns a text by its name in the table, such as `section.apps` for a nested one; `values` are the arguments of a
 * text that is a function.
 */
type TextOf = (name: string, ...values: (string | number)[]) => string

/**
 * Reads the site's texts, so that journeys need not repeat them. The tests' TypeScript configuration lacks the
 * browser's types, so names are checked only at run time.
 * @param folder of the texts inside of `web/src`, such as `features/account`.
 * @returns a function that returns texts, and throws for an unknown name.
 */
export async function siteTexts(folder: string, locale: Locale): Promise<TextOf> {
  const module: Record<string, unknown> = await import(`../../src/${folder}/texts.${locale}.ts`)
  const table = locale === 'en' ? module.en : module.texts
  return (name, ...values) => {
    const found = name.split('.').reduce<unknown>((within, part) => Object(within)[part], table)
    const text: unknown = typeof found === 'function' ? found(...values) : found
    if (typeof text !== 'string') throw new TypeError(`${folder} has no text "${name}" in ${locale}`)
    return text
  }
}
