import { createElement, Fragment, type ReactNode, use } from 'react'
import { type Locale, setLocale, useLocale } from './locale.ts'

type Others<Texts> = Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly texts: Texts }>>>

/** Loads the texts that components on the page have asked for, each of one feature. */
const shown = new Set<(locale: Locale) => Promise<unknown>>()

/**
 * Makes the hook that gives a feature its texts in the page's language. English is part of the feature's code; the
 * others are loaded, during which the feature suspends.
 */
export function defineTexts<Texts>(en: Texts, others: Others<Texts>): () => Texts {
  const loaded = new Map<Locale, Texts>([['en', en]])
  const loading = new Map<Locale, Promise<Texts>>()
  const fetchTexts = async (locale: Exclude<Locale, 'en'>): Promise<Texts> => {
    try {
      const { texts } = await others[locale]()
      loaded.set(locale, texts)
      return texts
    } catch (error) {
      loading.delete(locale)
      throw error
    }
  }
  const load = (locale: Locale): Promise<Texts> => {
    if (locale === 'en') return Promise.resolve(en)
    const promise = loading.get(locale) ?? fetchTexts(locale)
    loading.set(locale, promise)
    return promise
  }
  return () => {
    const locale = useLocale()
    shown.add(load)
    return loaded.get(locale) ?? use(load(locale))
  }
}

/** Shows the page in another language as soon as all its texts are there; nothing on it is lost. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await Promise.all(Array.from(shown, load => load(locale)))
  setLocale(locale)
}

/** A sentence of texts and elements, whose order a language chooses. */
export function sentence(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
