import { ROUTE_TAGS, type RouteTag } from '@avatary/contract/route-tags'
import { ROUTES } from '@avatary/contract/routes/all'
import { INTERFACE_VERSION } from '@avatary/contract/terms'
import { REFERENCE_PATH, referencePath } from '../../kernel/addresses.ts'
import { LOCALE_NAMES, LOCALES, type Locale } from '../../kernel/appearance.ts'
import { EMPTY_HTML, type Html, html } from '../../kernel/html.ts'
import { FOX, ICON_LINKS, PAGE_STYLES } from '../../kernel/page.ts'
import { languageTags, metadataTags, pathIn } from '../../kernel/page-metadata.ts'
import { TEXTS } from './texts.ts'

export const TITLE = 'Avatary API'

const CHAPTERS = ['start', 'conventions', 'limits', 'counting'] as const
const APPENDICES = ['errors', 'terms'] as const

/** A page of the reference: the overview, or the page of a tag. */
export interface ReferencePage {
  /** Public origin of the site, such as `https://avatars.example`. */
  readonly publicUrl: string
  readonly locale: Locale
  /** Null for the overview. */
  readonly tag: RouteTag | null
}

/** Renders a whole page. It has no script, and loads nothing but stylesheets. */
export function frame(page: ReferencePage, main: Html): string {
  const { publicUrl, locale, tag } = page
  const texts = TEXTS[locale]
  const path = pathOf(tag)
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${metadataTags({ ...titleOf(page), canonical: pathIn(locale, path) }, publicUrl)}
${languageTags(path, publicUrl)}${ICON_LINKS}
<link rel="stylesheet" href="${PAGE_STYLES}">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<div class="layout">
${navigation(page)}
<main id="content">
${main}
<footer>${texts.writtenFromContract(INTERFACE_VERSION)}</footer>
</main>
</div>
</body>
</html>
`.text
}

/** The URL of the overview or of a tag's page, in a language. */
export function pageUrl(tag: RouteTag | null, locale: Locale): string {
  return `${pathOf(tag)}?lang=${locale}`
}

function pathOf(tag: RouteTag | null): string {
  return tag === null ? REFERENCE_PATH : referencePath(tag)
}

function titleOf({ locale, tag }: ReferencePage) {
  if (tag === null) return { title: 'API', description: TEXTS[locale].description }
  const { title, description } = tagTexts(tag, locale)
  return { title: `${title} · API`, description }
}

export function tagTexts(tag: RouteTag, locale: Locale) {
  return TEXTS[locale].tags?.[tag] ?? ROUTE_TAGS.find(({ name }) => name === tag)!
}

export function routesOf(tag: RouteTag) {
  return ROUTES.filter(route => route.tag === tag)
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method}">${method}</span>`
}

function navigation(page: ReferencePage): Html {
  const { locale, tag } = page
  const texts = TEXTS[locale]
  const overview = tag === null ? '' : pageUrl(null, locale)
  const chapterLink = (id: (typeof CHAPTERS | typeof APPENDICES)[number]) =>
    html`<li><a href="${overview}#${id}">${texts.chapters[id]}</a></li>`
  return html`<nav aria-label="${texts.contents}"><a class="brand" href="/">${FOX}Avatary</a>
<ul class="languages" aria-label="${texts.languages}">${LOCALES.map(each => languageLink(each, page))}</ul>
<details class="contents"><summary>${texts.contents}</summary><div>
<ul><li><a href="/docs/worlds">${texts.worldMakers}</a></li></ul>
<ul>${CHAPTERS.map(chapterLink)}</ul>
<ul>${ROUTE_TAGS.map(({ name }) => tagLink(name, page))}</ul>
<ul>${APPENDICES.map(chapterLink)}</ul></div></details></nav>
`
}

function tagLink(tag: RouteTag, { tag: current, locale }: ReferencePage): Html {
  const isCurrent = tag === current
  const link = html`<a href="${pageUrl(tag, locale)}"${isCurrent ? html` aria-current="page"` : EMPTY_HTML}>${tagTexts(tag, locale).title}</a>`
  if (!isCurrent) return html`<li>${link}</li>`
  const endpoints = routesOf(tag).map(
    ({ id, method, summary }) =>
      html`<li lang="en"><a href="#${id}">${methodBadge(method)}${summary}</a></li>`,
  )
  const shapes = html`<li><a href="#shapes">${TEXTS[locale].chapters.shapes}</a></li>`
  return html`<li>${link}<ul>${endpoints}${shapes}</ul></li>`
}

function languageLink(locale: Locale, { locale: current, tag }: ReferencePage): Html {
  const mark = locale === current ? html` aria-current="true"` : EMPTY_HTML
  return html`<li><a href="${pageUrl(tag, locale)}" lang="${locale}" hreflang="${locale}"${mark}>${LOCALE_NAMES[locale]}</a></li>`
}
