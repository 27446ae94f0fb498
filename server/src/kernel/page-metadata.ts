import { LOCALES, type Locale } from './appearance.ts'
import { EMPTY_HTML, type Html, html } from './html.ts'

/** Metadata of a page for search engines and link previews, which run no scripts. */
export interface PageMetadata {
  readonly title: string
  readonly description: string
  /** Canonical path of the page, without parameters that do not change it. */
  readonly canonical: string
  /** Path of the picture for link previews. */
  readonly picture?: string | undefined
  /** False for pages that search engines should not index. */
  readonly isIndexed?: boolean
}

/** Renders the title, description and canonical link of a page, and the tags for link previews. */
export function metadataTags(metadata: PageMetadata, publicUrl: string): Html {
  const { title, description, canonical, picture, isIndexed = true } = metadata
  const url = publicUrl + canonical
  const image = picture === undefined ? null : publicUrl + picture
  return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
${isIndexed ? EMPTY_HTML : html`<meta name="robots" content="noindex">`}
<meta property="og:site_name" content="Avatary">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">
${image === null ? EMPTY_HTML : html`<meta property="og:image" content="${image}">`}`
}

/** The path of a page in a language. English has no parameter: search engines request paths without one. */
export function pathIn(locale: Locale, path: string): string {
  return locale === 'en' ? path : `${path}?lang=${locale}`
}

/** Renders the links to a page's other languages for search engines. */
export function languageTags(path: string, publicUrl: string): Html {
  const tag = (language: Locale | 'x-default', languagePath: string) =>
    html`<link rel="alternate" hreflang="${language}" href="${publicUrl}${languagePath}">\n`
  return html`${LOCALES.map(locale => tag(locale, pathIn(locale, path)))}${tag('x-default', path)}`
}
