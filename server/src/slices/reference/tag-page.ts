import type { RouteTag } from '@avatary/contract/route-tags'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { type Html, html } from '../../kernel/html.ts'
import { shapesChapter } from './chapters.ts'
import { endpointSection } from './endpoint.ts'
import { frame, pageUrl, type ReferencePage, routesOf, TITLE, tagTexts } from './frame.ts'
import { Shapes } from './shape.ts'
import { TEXTS } from './texts.ts'

interface TagPageInput extends ReferencePage {
  readonly tag: RouteTag
}

/** Renders the endpoints of a tag and the schemas they use, one endpoint per step. */
export function* tagPageSteps(page: TagPageInput): Generator<void, string> {
  const { publicUrl, locale, tag } = page
  const baseUrl = publicUrl + API_PREFIX
  const texts = TEXTS[locale]
  const { title, description } = tagTexts(tag, locale)
  const shapes = new Shapes(texts)
  const errorsUrl = pageUrl(null, locale)
  const endpoints: Html[] = []
  for (const route of routesOf(tag)) {
    endpoints.push(endpointSection(route, { baseUrl, errorsUrl, shapes, texts }))
    yield
  }
  const main = html`<header class="hero"><p><a href="${errorsUrl}">${TITLE}</a></p>
<h1>${title}</h1>
<p>${description}</p></header>
${endpoints}
${shapesChapter(shapes, texts)}`
  return frame(page, main)
}
