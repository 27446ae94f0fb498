import { createElement, Fragment, type ReactNode, use } from 'react'
import { currentLocale, type Locale, setLocale, useLocale } from './locale.ts'

type Others<Texts> = Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly texts: Texts }>>>

/** Loaders for the texts of each feature whose code is loaded. */
const features: ((locale: Locale) => Promise<unknown>)[] = []

/**
 * Creates the hook that returns a feature's texts in the page's language. English is part of the feature's code. Other
 * languages are loaded; the feature suspends if they have not arrived with its code.
 */
export function defineTexts<Texts>(en: Texts, others: Others<Texts>): () => Texts {
  const english = fulfilled(Promise.resolve(en), en)
  const promises = new Map<Locale, Promise<Texts>>()
  const fetchTexts = (locale: Exclude<Locale, 'en'>): Promise<Texts> => {
    // If a file is gone, as after an update of the site, the page stays in English instead of failing.
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
  // After suspending, the next render must call `use` again, or React would mismatch the hooks after it.
  return () => use(load(useLocale()))
}

/** Loads code together with its features' texts in the page's language, so that it does not suspend. */
export async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const featureCount = features.length
  const code = await load()
  const locale = currentLocale()
  await Promise.all(features.slice(featureCount).map(load => load(locale)))
  return code
}

/** Stores the value where `use` looks for it, so that a component that reads it does not suspend. */
function fulfilled<Value>(promise: Promise<Value>, value: Value): Promise<Value> {
  return Object.assign(promise, { status: 'fulfilled', value })
}

/** Switches the page to another language once all of its texts are loaded; the state of the page is kept. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await Promise.all(features.map(load => load(locale)))
  setLocale(locale)
}

/** Builds a sentence from texts and elements, whose order depends on the language. */
export function sentence(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
