import { type ErrorCode, OAUTH_ERRORS } from '@avatary/contract/errors'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { isEmpty, isPictureOrXml } from '@avatary/contract/openapi/responses'
import { bodyLimitOf, COMMON_ERRORS, errorsOf, type RouteContract } from '@avatary/contract/route'
import { type Sample, sampleOf } from '@avatary/contract/sample'
import { EMPTY_HTML, Html, html, prose } from '../../kernel/html.ts'
import { curlOf } from './curl.ts'
import { methodBadge } from './frame.ts'
import { exampleJson } from './json.ts'
import type { Shapes } from './shape.ts'
import type { ReferenceTexts } from './texts.en.ts'

/** Errors of many routes, which no endpoint names; the table of errors has them. */
const OMITTED_ERRORS: readonly ErrorCode[] = [...COMMON_ERRORS, 'body_too_large', 'too_much_at_once']

/** Longer examples are collapsed. */
const MAX_OPEN_LINES = 42

export interface SectionDeps {
  readonly baseUrl: string
  /** URL of the page with the table of errors. */
  readonly errorsUrl: string
  readonly shapes: Shapes
  readonly texts: ReferenceTexts
}

export function endpointSection(route: RouteContract, deps: SectionDeps): Html {
  const { baseUrl, shapes, texts } = deps
  const sample = sampleOf(route)
  return html`<article id="${route.id}" class="endpoint">
<div class="about">
<h2><span lang="en">${prose(route.summary)}</span> <a class="anchor" href="#${route.id}" aria-label="${texts.linkToEndpoint}">#</a></h2>
<p class="address">${methodBadge(route.method)}<code>${breakable(route.path)}</code></p>
<p class="pills">${pillsOf(route, texts)}</p>
${route.description === undefined ? EMPTY_HTML : html`<p lang="en">${prose(route.description)}</p>`}
${inputs(route, shapes, texts)}
${answer(route, shapes, texts)}
${errorsLine(route, deps)}
</div>
<div class="sample">
<pre class="shell" tabindex="0"><code>${breakable(curlOf(route, baseUrl, sample))}</code></pre>
${sampleAnswer(route, sample, texts)}
</div>
</article>
`
}

/** Allows line breaks in a path or command between its parts, so that none is needed inside of a word. */
export function breakable(text: string): Html[] {
  return text
    .split(/(?<=[/?&,])(?=[^/?&,\s])/)
    .map((part, index) => (index === 0 ? html`${part}` : html`<wbr>${part}`))
}

function pillsOf({ auth, acceptsKey, limit, inSpec }: RouteContract, texts: ReferenceTexts): Html[] {
  const authentication = texts.authentication[acceptsKey ? 'key' : auth]
  const pills = [html`<span class="pill ${auth === 'public' ? 'open' : 'locked'}">${authentication}</span> `]
  if (limit !== 'none' && limit !== 'exempt')
    pills.push(html`<span class="pill">${texts.perMinute(LIMITS_PER_MINUTE[limit])}</span> `)
  if (!inSpec) pills.push(html`<span class="pill">${texts.extension}</span>`)
  return pills
}

function inputs(route: RouteContract, shapes: Shapes, texts: ReferenceTexts): Html[] {
  const { params, query, headers, body } = route
  const inputParts = [
    [texts.inputs.path, params],
    [texts.inputs.query, query],
    [texts.inputs.headers, headers],
    [texts.body(bodyLimitOf(route) / 1024), body],
  ] as const
  return inputParts.map(([title, schema]) =>
    schema === undefined ? EMPTY_HTML : html`<h3>${title}</h3>${shapes.fields(schema, 'input')}`,
  )
}

function answer(
  { response, mediaType, status = 200 }: RouteContract,
  shapes: Shapes,
  texts: ReferenceTexts,
): Html {
  const paragraph = (what: Html) => html`<h3>${texts.answer}</h3><p>${what}</p>`
  if (status === 303) return paragraph(html`<code>303</code>, ${texts.redirect}`)
  if (isEmpty(response)) return paragraph(html`<code>${status}</code>, ${texts.noBody}`)
  if (isPictureOrXml(mediaType)) return paragraph(html`<code>${mediaType}</code>`)
  const title = mediaType === undefined ? texts.answer : texts.answerEach(mediaType)
  return html`<h3>${title}</h3>${shapes.fields(response, 'answer')}`
}

function sampleAnswer(
  { response, mediaType }: RouteContract,
  { answer }: Sample,
  texts: ReferenceTexts,
): Html {
  if (isEmpty(response) || isPictureOrXml(mediaType)) return EMPTY_HTML
  const text =
    mediaType === 'text/event-stream' ? `id: 90211\ndata: ${JSON.stringify(answer)}\n` : exampleJson(answer)
  const isShort = text.split('\n').length <= MAX_OPEN_LINES
  return html`<details${new Html(isShort ? ' open' : '')}><summary>${texts.exampleAnswer}</summary><pre tabindex="0"><code>${text}</code></pre></details>`
}

function errorsLine(route: RouteContract, { errorsUrl, texts }: SectionDeps): Html {
  const ownErrors = errorsOf(route).filter(code => !OMITTED_ERRORS.includes(code))
  const links = ownErrors.map(code => html`<a class="error" href="${errorsUrl}#error-${code}">${code}</a> `)
  const oauthCodes = (route.oauthErrors ?? []).map(
    code => html`<span class="error" title="${OAUTH_ERRORS[code]}">${code}</span> `,
  )
  return links.length + oauthCodes.length === 0
    ? EMPTY_HTML
    : html`<h3>${texts.chapters.errors}</h3><p class="errors">${links}${oauthCodes}</p>`
}
