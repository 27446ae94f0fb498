import { ROUTES } from '@avatary/contract/routes/all'
import { TAGS } from '@avatary/contract/tags'
import { INTERFACE_VERSION } from '@avatary/contract/terms'
import { type Html, html } from '../../kernel/html.ts'
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

const CHAPTERS = [
  ['conventions', 'How it behaves'],
  ['limits', 'Limits'],
  ['counting', 'What counts'],
] as const
const APPENDIX = [
  ['shapes', 'Shapes'],
  ['errors', 'Errors'],
  ['terms', 'Terms'],
] as const

/**
 * Writes the reference as one page made from the contract, in steps of one endpoint. It has no script, and
 * loads nothing but the styles of the site and its own.
 * @param baseUrl of the interface, `https://avatars.example/api`
 */
export function* referenceSteps({ baseUrl }: { baseUrl: string }): Generator<void, string> {
  const shapes = new Shapes()
  const tags: Html[] = []
  for (const { name, title, description } of TAGS) {
    const endpoints: Html[] = []
    for (const route of routesOf(name)) {
      endpoints.push(endpointSection(route, baseUrl, shapes))
      yield
    }
    tags.push(html`<section id="${name}" class="chapter"><h2>${title}</h2><p>${description}</p>${endpoints}</section>
`)
  }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Avatary API</title>
<meta name="description" content="Reference of the Avatary interface">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PAGE_STYLES}">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="layout">
${navigation()}
<main id="content">
${hero(baseUrl)}
${guidesChapter()}
${conventionsChapter()}
${limitsChapter()}
${countingChapter()}
${tags}
${shapesChapter(shapes)}
${errorsChapter()}
${termsChapter()}
<footer>Interface ${INTERFACE_VERSION}, written from the contract that this server checks itself against.</footer>
</main>
</div>
</body>
</html>
`.text
}

function hero(baseUrl: string): Html {
  return html`<header class="hero">
<h1>Every avatar,<br><span>one request away.</span></h1>
<p>Search, mirror and follow a catalog of VRChat avatars. Plain GET, plain JSON; no key for anything public.</p>
<pre class="shell try" tabindex="0"><code>curl '${baseUrl}/avatars/search?q=fox&limit=3'</code></pre>
<ul class="facts"><li>${ROUTES.length} endpoints</li><li>Base address <code>${baseUrl}</code></li>
<li><a href="${baseUrl}/openapi.json">OpenAPI 3.1</a></li><li><a href="#terms">Terms</a></li></ul>
</header>
`
}

function navigation(): Html {
  const groups = TAGS.map(
    ({ name, title }) =>
      html`<details><summary>${title}</summary><ul>${routesOf(name).map(
        ({ id, method, summary }) => html`<li><a href="#${id}">${methodBadge(method)}${summary}</a></li>`,
      )}</ul></details>`,
  )
  return html`<nav aria-label="Contents"><a class="brand" href="/">${FOX}Avatary</a>
<ul><li><a href="/docs/worlds">For world makers</a></li></ul>
<ul>${CHAPTERS.map(chapterLink)}</ul>${groups}<ul>${APPENDIX.map(chapterLink)}</ul></nav>
`
}

function chapterLink([id, title]: readonly [string, string]): Html {
  return html`<li><a href="#${id}">${title}</a></li>`
}

function routesOf(tag: string) {
  return ROUTES.filter(route => route.tag === tag)
}
