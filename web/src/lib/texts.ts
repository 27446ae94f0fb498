import { createElement, Fragment, type ReactNode, use } from 'react'
import { currentLocale, type Locale } from './locale.ts'

type Others<Texts> = Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly texts: Texts }>>>

/**
 * Makes the hook that gives a feature its texts in the page's language. English is part of the feature's code; the
 * others are loaded, during which the feature suspends.
 */
export function defineTexts<Texts>(en: Texts, others: Others<Texts>): () => Texts {
  const locale = currentLocale()
  if (locale === 'en') return () => en
  let loading: Promise<Texts> | null = null
  return () => {
    loading ??= others[locale]().then(module => module.texts)
    return use(loading)
  }
}

/** A sentence of texts and elements, whose order a language chooses. */
export function sentence(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
