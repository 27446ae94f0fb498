import { LOCALES, type Locale } from './appearance.ts'
import { type Html, html, NOTHING } from './html.ts'

/** Facts of a page for programs that run no script: search engines, and sites that show links. */
export interface PageFacts {
  readonly title: string
  readonly description: string
  /** Path of the page without what does not change it. */
  readonly canonical: string
  /** Path of the picture that stands for the page. */
  readonly picture?: string
  /** False for pages that search engines leave out. */
  readonly isIndexed?: boolean
}

/** Writes title, description and canonical address of a page, and what other sites show of a link to it. */
export function factTags(facts: PageFacts, publicUrl: string): Html {
  const { title, description, canonical, picture, isIndexed = true } = facts
  const url = publicUrl + canonical
  const image = picture === undefined ? null : publicUrl + picture
  return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
${isIndexed ? NOTHING : html`<meta name="robots" content="noindex">`}
<meta property="og:site_name" content="Avatary">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">
${image === null ? NOTHING : html`<meta property="og:image" content="${image}">`}`
}

/** Returns the path of a page in a language; search engines ask without one and get English. */
export function pathIn(locale: Locale, path: string): string {
  return locale === 'en' ? path : `${path}?lang=${locale}`
}

/** Writes the addresses of a page in each language, for search engines. */
export function languageTags(path: string, publicUrl: string): Html {
  const tag = (language: Locale | 'x-default', at: string) =>
    html`<link rel="alternate" hreflang="${language}" href="${publicUrl}${at}">\n`
  return html`${LOCALES.map(locale => tag(locale, pathIn(locale, path)))}${tag('x-default', path)}`
}
