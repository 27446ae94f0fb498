import { DESKTOP, PHONE } from './site.ts'

/** The screens and languages in which the main journey of each kind of person runs. */
export const MAIN_JOURNEYS = [
  { where: 'on a phone, in Japanese', locale: 'ja', options: { ...PHONE, locale: 'ja-JP' } },
  { where: 'on a desk, in English', locale: 'en', options: DESKTOP },
] as const

type Locale = 'en' | 'ja' | 'ko' | 'zh'

/** Gives a text by its name in the table, `section.apps` for one within; the values are those that it is made of. */
type TextOf = (name: string, ...values: (string | number)[]) => string

/**
 * Reads texts of the site, so that a journey does not repeat them. The compiler of the tests does not know the
 * browser, for which the tables are written, so names are checked when they are used.
 *
 * @param folder of the texts within `web/src`, as `features/account`.
 * @returns gives texts; throws when there is none by a name.
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
