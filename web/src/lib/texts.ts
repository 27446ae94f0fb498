import { createElement, Fragment, type ReactNode, use } from 'react'
import { currentLocale, type Locale, setLocale, useLocale } from './locale.ts'

type Others<Texts> = Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly texts: Texts }>>>

/** Loads the texts of each feature whose code has come. */
const features: ((locale: Locale) => Promise<unknown>)[] = []

/**
 * Makes the hook that gives a feature its texts in the page's language. English is part of the feature's code; the
 * others are loaded, during which the feature suspends where they did not come with its code.
 */
export function defineTexts<Texts>(en: Texts, others: Others<Texts>): () => Texts {
  const english = fulfilled(Promise.resolve(en), en)
  const promises = new Map<Locale, Promise<Texts>>()
  const fetchTexts = (locale: Exclude<Locale, 'en'>): Promise<Texts> => {
    // A file that is gone, as after an update of the site, leaves the page in English instead of no page.
    const promise = others[locale]().then(
      ({ texts }) => texts,
      () => en,
    )
    void promise.then(texts => fulfilled(promise, texts))
    promises.set(locale, promise)
    return promise
  }
  const load = (locale: Locale): Promise<Texts> =>
    locale === 'en' ? english : (promises.get(locale) ?? fetchTexts(locale))
  features.push(load)
  // A render after the wait must call `use` again, or React takes the hooks after it for those of an update.
  return () => use(load(useLocale()))
}

/** Loads code, and the texts of its features in the page's language, so that it does not suspend. */
export async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const known = features.length
  const code = await load()
  const locale = currentLocale()
  await Promise.all(features.slice(known).map(load => load(locale)))
  return code
}

/** Notes the value where `use` looks for it, so that a component which reads it does not suspend. */
function fulfilled<Value>(promise: Promise<Value>, value: Value): Promise<Value> {
  return Object.assign(promise, { status: 'fulfilled', value })
}

/** Shows the page in another language as soon as all its texts are there; nothing on it is lost. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await Promise.all(features.map(load => load(locale)))
  setLocale(locale)
}

/** A sentence of texts and elements, whose order a language chooses. */
export function sentence(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
