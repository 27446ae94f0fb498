import { ROUTES } from '@avatary/contract/routes/all'
import { TAGS } from '@avatary/contract/tags'
import { INTERFACE_VERSION } from '@avatary/contract/terms'
import { LOCALE_NAMES, LOCALES, type Locale } from '../../kernel/appearance.ts'
import { type Html, html, NOTHING } from '../../kernel/html.ts'
import { FOX, PAGE_STYLES } from '../../kernel/page.ts'
import {
  conventionsChapter,
  countingChapter,
  errorsChapter,
  guidesChapter,
  limitsChapter,
  shapesChapter,
  termsChapter,
} from './chapters.ts'
import { endpointSection, methodBadge } from './endpoint.ts'
import { Shapes } from './shape.ts'
import { termsIn } from './terms-page.ts'
import type { ReferenceTexts } from './texts.en.ts'
import { TEXTS } from './texts.ts'

const CHAPTERS = ['start', 'conventions', 'limits', 'counting'] as const
const APPENDIX = ['shapes', 'errors', 'terms'] as const

interface ReferenceInput {
  /** The address of the interface, `https://avatars.example/api`. */
  readonly baseUrl: string
  readonly locale: Locale
}

/**
 * Writes the reference as one page made from the contract, in steps of one endpoint. It has no script, and
 * loads nothing but the styles of the site and its own.
 */
export function* referenceSteps({ baseUrl, locale }: ReferenceInput): Generator<void, string> {
  const texts = TEXTS[locale]
  const shapes = new Shapes(texts)
  const tags: Html[] = []
  for (const tag of TAGS) {
    const { name } = tag
    const { title, description } = texts.tags?.[name] ?? tag
    const endpoints: Html[] = []
    for (const route of routesOf(name)) {
      endpoints.push(endpointSection(route, { baseUrl, shapes, texts }))
      yield
    }
    tags.push(html`<section id="${name}" class="chapter"><h2>${title}</h2><p>${description}</p>${endpoints}</section>
`)
  }
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Avatary API</title>
<meta name="description" content="${texts.description}">
${LOCALES.map(each => html`<link rel="alternate" hreflang="${each}" href="/docs?lang=${each}">\n`)}<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PAGE_STYLES}">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<div class="layout">
${navigation(locale)}
<main id="content">
${hero(baseUrl, texts)}
${guidesChapter(texts)}
${conventionsChapter(texts)}
${limitsChapter(texts)}
${countingChapter(texts)}
${tags}
${shapesChapter(shapes, texts)}
${errorsChapter(texts)}
${termsChapter(texts, termsIn(locale))}
<footer>${texts.written(INTERFACE_VERSION)}</footer>
</main>
</div>
</body>
</html>
`.text
}

function hero(baseUrl: string, texts: ReferenceTexts): Html {
  const [first, second] = texts.heading
  return html`<header class="hero">
<h1>${first}<br><span>${second}</span></h1>
<p>${texts.lead}</p>
<pre class="shell try" tabindex="0"><code>curl '${baseUrl}/avatars/search?q=fox&limit=3'</code></pre>
<ul class="facts"><li>${texts.endpoints(ROUTES.length)}</li><li>${texts.baseAddress} <code>${baseUrl}</code></li>
<li><a href="${baseUrl}/openapi.json">OpenAPI 3.1</a></li><li><a href="#terms">${texts.chapters.terms}</a></li></ul>
</header>
`
}

function navigation(locale: Locale): Html {
  const texts = TEXTS[locale]
  const groups = TAGS.map(
    ({ name, title }) =>
      html`<details><summary>${texts.tags?.[name].title ?? title}</summary><ul lang="en">${routesOf(name).map(
        ({ id, method, summary }) => html`<li><a href="#${id}">${methodBadge(method)}${summary}</a></li>`,
      )}</ul></details>`,
  )
  const chapterLink = (id: (typeof CHAPTERS | typeof APPENDIX)[number]) =>
    html`<li><a href="#${id}">${texts.chapters[id]}</a></li>`
  return html`<nav aria-label="${texts.contents}"><a class="brand" href="/">${FOX}Avatary</a>
<ul class="languages" aria-label="${texts.languages}">${LOCALES.map(each => languageLink(each, locale))}</ul>
<details class="contents"><summary>${texts.contents}</summary><div>
<ul><li><a href="/docs/worlds">${texts.worldMakers}</a></li></ul>
<ul>${CHAPTERS.map(chapterLink)}</ul>${groups}<ul>${APPENDIX.map(chapterLink)}</ul></div></details></nav>
`
}

function languageLink(locale: Locale, current: Locale): Html {
  const mark = locale === current ? html` aria-current="true"` : NOTHING
  return html`<li><a href="/docs?lang=${locale}" lang="${locale}" hreflang="${locale}"${mark}>${LOCALE_NAMES[locale]}</a></li>`
}

function routesOf(tag: string) {
  return ROUTES.filter(route => route.tag === tag)
}
