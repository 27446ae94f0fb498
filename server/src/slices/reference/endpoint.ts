import { type ErrorCode, OAUTH_ERRORS } from '@avatary/contract/errors'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { isEmpty, isPictureOrXml } from '@avatary/contract/openapi/responses'
import { bodyLimitOf, errorsOf, type RouteContract } from '@avatary/contract/route'
import { type Sample, sampleOf } from '@avatary/contract/sample'
import { Html, html, NOTHING, prose } from '../../kernel/html.ts'
import { curlOf } from './curl.ts'
import { coloured } from './json.ts'
import type { Shapes } from './shape.ts'

const PROOFS = {
  public: 'no key needed',
  session: 'sign-in',
  'optional-session': 'with or without sign-in',
  'same-origin': 'sign-in, same origin',
  signature: 'signature',
  application: 'application',
  bearer: 'access token',
  admin: 'admin token',
} as const

/** Errors of every route, which the table of errors lists. */
const COMMON: readonly ErrorCode[] = [
  'bad_request',
  'rate_limited',
  'internal',
  'not_ready',
  'body_too_large',
  'too_much_at_once',
  'overloaded',
]

/** Longer examples are folded. */
const SHORT = 42

/** Writes the section of one route, with a sample request. */
export function endpointSection(route: RouteContract, baseUrl: string, shapes: Shapes): Html {
  const sample = sampleOf(route)
  return html`<article id="${route.id}" class="endpoint">
<div class="about">
<h3>${prose(route.summary)} <a class="anchor" href="#${route.id}" aria-label="Link to this endpoint">#</a></h3>
<p class="address">${methodBadge(route.method)}<code>${slashes(route.path)}</code></p>
<p class="pills">${pillsOf(route)}</p>
${route.description === undefined ? NOTHING : html`<p>${prose(route.description)}</p>`}
${inputs(route, shapes)}
${answer(route, shapes)}
${errorsLine(route)}
</div>
<div class="sample">
<pre class="shell" tabindex="0"><code>${curlOf(route, baseUrl, sample)}</code></pre>
${sampleAnswer(route, sample)}
</div>
</article>
`
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method}">${method}</span>`
}

/** Allows line breaks after slashes. */
function slashes(path: string): Html[] {
  return path.split(/(?<=\/)/).map(part => html`${part}<wbr>`)
}

function pillsOf({ auth, acceptsKey, limit, inSpec }: RouteContract): Html[] {
  const proof = acceptsKey ? 'sign-in or personal key' : PROOFS[auth]
  const pills = [html`<span class="pill ${auth === 'public' ? 'open' : 'locked'}">${proof}</span> `]
  if (limit !== 'none' && limit !== 'exempt')
    pills.push(html`<span class="pill">${LIMITS_PER_MINUTE[limit]} a minute</span> `)
  if (!inSpec) pills.push(html`<span class="pill">extension</span>`)
  return pills
}

function inputs(route: RouteContract, shapes: Shapes): Html[] {
  const { params, query, headers, body } = route
  const kinds = [
    ['Path', params],
    ['Query', query],
    ['Headers', headers],
    [`Body, at most ${bodyLimitOf(route) / 1024} KiB`, body],
  ] as const
  return kinds.map(([title, schema]) =>
    schema === undefined ? NOTHING : html`<h4>${title}</h4>${shapes.fields(schema, 'input')}`,
  )
}

function answer({ response, media, status = 200 }: RouteContract, shapes: Shapes): Html {
  if (status === 303) return html`<h4>Answer</h4><p><code>303</code>, a redirect.</p>`
  if (isEmpty(response)) return html`<h4>Answer</h4><p><code>${status}</code> without a body.</p>`
  if (isPictureOrXml(media)) return html`<h4>Answer</h4><p><code>${media}</code></p>`
  const kind = media === undefined ? 'Answer' : `Answer, ${media}, each`
  return html`<h4>${kind}</h4>${shapes.fields(response, 'answer')}`
}

function sampleAnswer({ response, media }: RouteContract, { answer }: Sample): Html {
  if (isEmpty(response) || isPictureOrXml(media)) return NOTHING
  const text =
    media === 'text/event-stream' ? html`id: 90211\ndata: ${JSON.stringify(answer)}\n` : coloured(answer)
  const isShort = text.text.split('\n').length <= SHORT
  return html`<details${new Html(isShort ? ' open' : '')}><summary>Example answer</summary><pre tabindex="0"><code>${text}</code></pre></details>`
}

function errorsLine(route: RouteContract): Html {
  const own = errorsOf(route).filter(code => !COMMON.includes(code))
  const links = own.map(code => html`<a class="error" href="#error-${code}">${code}</a> `)
  const oauth = (route.oauthErrors ?? []).map(
    code => html`<span class="error" title="${OAUTH_ERRORS[code]}">${code}</span> `,
  )
  return links.length + oauth.length === 0
    ? NOTHING
    : html`<h4>Errors</h4><p class="errors">${links}${oauth}</p>`
}
