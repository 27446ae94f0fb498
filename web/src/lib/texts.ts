import { createElement, Fragment, type ReactNode, use } from 'react'
import { currentLocale, type Locale, setLocale, useLocale } from './locale.ts'

type OtherLocale = Exclude<Locale, 'en'>
type Importers<Texts> = Readonly<Record<OtherLocale, () => Promise<{ readonly texts: Texts }>>>

/** Functions that load the texts of each feature whose code is loaded. */
const textLoaders: ((locale: Locale) => Promise<unknown>)[] = []

/**
 * Creates the hook that returns a feature's texts in the page's language. English is part of the feature's code. Other
 * languages are loaded; the feature suspends if they have not arrived with its code.
 */
export function defineTexts<Texts>(en: Texts, importers: Importers<Texts>): () => Texts {
  const english = markFulfilled(Promise.resolve(en), en)
  const promises = new Map<Locale, Promise<Texts>>()
  const fetchTexts = (locale: OtherLocale): Promise<Texts> => {
    // If a file is gone, as after an update of the site, the page stays in English instead of failing.
    const promise = importers[locale]().then(
      ({ texts }) => texts,
      () => en,
    )
    void promise.then(texts => markFulfilled(promise, texts))
    promises.set(locale, promise)
    return promise
  }
  const load = (locale: Locale): Promise<Texts> =>
    locale === 'en' ? english : (promises.get(locale) ?? fetchTexts(locale))
  textLoaders.push(load)
  // After suspending, the next render must call `use` again, or React would mismatch the hooks after it.
  return () => use(load(useLocale()))
}

/** Loads code together with its features' texts in the page's language, so that it does not suspend. */
export async function loadWithTexts<Code>(loadCode: () => Promise<Code>): Promise<Code> {
  const loaderCount = textLoaders.length
  const code = await loadCode()
  const locale = currentLocale()
  await Promise.all(textLoaders.slice(loaderCount).map(load => load(locale)))
  return code
}

/** Stores the value where React's `use` looks for it, so that a component that reads it does not suspend. */
function markFulfilled<Value>(promise: Promise<Value>, value: Value): Promise<Value> {
  return Object.assign(promise, { status: 'fulfilled', value })
}

/** Switches the page to another language once all of its texts are loaded; the state of the page is kept. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await Promise.all(textLoaders.map(load => load(locale)))
  setLocale(locale)
}

/** Builds a sentence from texts and elements, whose order depends on the language. */
export function sentence(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
