import { ROUTE_TAGS, type RouteTag } from '@avatary/contract/route-tags'
import { ROUTES } from '@avatary/contract/routes/all'
import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Locale } from '../../kernel/appearance.ts'
import { type Html, html } from '../../kernel/html.ts'
import {
  conventionsChapter,
  countingChapter,
  errorsChapter,
  guidesChapter,
  limitsChapter,
  termsChapter,
} from './chapters.ts'
import { breakable } from './endpoint.ts'
import { frame, methodBadge, pageUrl, type ReferencePage, routesOf, tagTexts } from './frame.ts'
import type { ReferenceTexts } from './texts.en.ts'
import { TEXTS } from './texts.ts'

/** Renders what all endpoints have in common, and a list of endpoints that links to their pages. */
export function overviewPage({ publicUrl, locale }: Omit<ReferencePage, 'tag'>): string {
  const texts = TEXTS[locale]
  const main = html`${hero(publicUrl + API_PREFIX, texts)}
${guidesChapter(texts, locale)}
${conventionsChapter(texts)}
${limitsChapter(texts)}
${countingChapter(texts)}
${ROUTE_TAGS.map(({ name }) => tagChapter(name, locale))}
${errorsChapter(texts)}
${termsChapter(texts, locale)}`
  return frame({ publicUrl, locale, tag: null }, main)
}

function hero(baseUrl: string, texts: ReferenceTexts): Html {
  const [first, second] = texts.heading
  return html`<header class="hero">
<h1>${first}<br><span>${second}</span></h1>
<p>${texts.lead}</p>
<pre class="shell try" tabindex="0"><code>${breakable(`curl '${baseUrl}/avatars/search?q=fox&limit=3'`)}</code></pre>
<ul class="facts"><li>${texts.endpoints(ROUTES.length)}</li><li>${texts.baseAddress} <code>${baseUrl}</code></li>
<li><a href="${baseUrl}/openapi.json">OpenAPI 3.1</a></li><li><a href="#terms">${texts.chapters.terms}</a></li></ul>
</header>
`
}

/** Lists the endpoints of a tag under their ids, so that old links to an endpoint on this page still work. */
function tagChapter(tag: RouteTag, locale: Locale): Html {
  const page = pageUrl(tag, locale)
  const { title, description } = tagTexts(tag, locale)
  const endpoints = routesOf(tag).map(
    ({ id, method, path, summary }) =>
      html`<li id="${id}"><a href="${page}#${id}">${methodBadge(method)}<code>${path}</code><span lang="en">${summary}</span></a></li>\n`,
  )
  return html`<section id="${tag}" class="chapter"><h2><a href="${page}">${title}</a></h2>
<p>${description}</p><ul class="endpoints">${endpoints}</ul></section>
`
}
