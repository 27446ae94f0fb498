import { type Headers, type PreparedAnswer, prepared } from './answer.ts'
import type { Appearance, Locale } from './appearance.ts'
import { EMPTY_HTML, Html, html } from './html.ts'
import { languageTags, metadataTags, type PageMetadata } from './page-metadata.ts'

/** Path of the stylesheet for pages that the server renders: the site's design tokens and a few rules. */
export const PAGE_STYLES = '/pages.css'

export const HTML_TYPE = 'text/html; charset=utf-8'

/** The logo of the site, drawn as in `web/src/ui/fox.tsx`. */
export const FOX = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><linearGradient id="fox" x1="0" y1="0" x2="1" y2="1">' +
    '<stop offset="0" stop-color="#7c3aed"/><stop offset="1" stop-color="#f9735b"/></linearGradient>' +
    '<path fill="url(#fox)" d="M4.6 4.2c-.9-.7-2.1 0-2 1.1l1.2 11.6c.3 2.8 1.6 5.1 3.7 6.9l6.2 4.9c1.4 1.1 3.2 1.1 4.6 0' +
    'l6.2-4.9c2.1-1.8 3.4-4.1 3.7-6.9l1.2-11.6c.1-1.1-1.1-1.8-2-1.1l-6.3 4.9a11 11 0 0 0-10.2 0z"/>' +
    '<circle cx="11" cy="16.5" r="1.7" fill="#fff"/><circle cx="21" cy="16.5" r="1.7" fill="#fff"/>' +
    '<path fill="#fff" d="M12.4 21.6c0-1 1.5-1.6 3.6-1.6s3.6.6 3.6 1.6c0 1.7-2.3 4.7-3.6 4.7s-3.6-3-3.6-4.7z"/></svg>',
)

/** Links to the icons of the site; Apple's systems show no SVG on a home screen. */
export const ICON_LINKS = new Html(
  '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
)

interface PageInput {
  readonly title: string
  readonly appearance: Appearance
  /** The layout: a centred card, or a longer text. */
  readonly kind: 'card' | 'text'
  readonly main: Html
  /**
   * Metadata for search engines and link previews; `canonical` is the path in any language. Without it, search engines
   * are told not to index the page.
   */
  readonly searchMetadata?: Pick<PageMetadata, 'description' | 'canonical'> & {
    readonly publicUrl: string
    readonly path: string
  }
}

/** Renders a whole page without scripts, in the visitor's language and theme. */
export function htmlPage({ title, appearance, kind, main, searchMetadata }: PageInput): string {
  const wholeTitle = `${title} · Avatary`
  return html`<!doctype html>
<html ${appearanceAttributes(appearance)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${searchMetadata === undefined ? html`<meta name="robots" content="noindex">\n<title>${wholeTitle}</title>` : html`${metadataTags({ ...searchMetadata, title: wholeTitle }, searchMetadata.publicUrl)}\n${languageTags(searchMetadata.path, searchMetadata.publicUrl)}`}
${ICON_LINKS}
<link rel="stylesheet" href="${PAGE_STYLES}">
</head>
<body>
<header class="bar"><a class="brand" href="/">${FOX}Avatary</a></header>
<main class="${kind}">
${main}
</main>
</body>
</html>
`.text
}

interface LocalePage {
  readonly page: string
  readonly locale: Locale
  readonly status?: number | undefined
  readonly cacheControl?: string | undefined
  readonly headers?: Headers
}

/** Makes an answer in the visitor's language; caches keep one per language and cookie. */
export function localePage({ page, locale, status, cacheControl, headers }: LocalePage): PreparedAnswer {
  return prepared({
    body: Buffer.from(page),
    contentType: HTML_TYPE,
    headers: { Vary: 'Accept-Language, Cookie', 'Content-Language': locale, ...headers },
    status,
    cacheControl,
  })
}

/** The attributes of `<html>`: the language, and the theme if one was chosen. */
function appearanceAttributes({ locale, theme }: Appearance): Html {
  return html`lang="${locale}"${theme === null ? EMPTY_HTML : html` data-theme="${theme}"`}`
}

/** Joins sentences with a space, or without one in languages that use none. */
export function sentences(locale: Locale, ...texts: readonly (Html | string)[]): Html {
  const space = locale === 'ja' || locale === 'zh' ? '' : ' '
  return html`${texts.map((text, i) => html`${i === 0 ? '' : space}${text}`)}`
}
