import type { RequestContext } from './answer.ts'
import { appearanceOf } from './appearance.ts'
import { FAILURE_TEXTS, type FailureKind } from './failure-texts.ts'
import { EMPTY_HTML, html } from './html.ts'
import { htmlPage, sentences } from './page.ts'

interface FailurePageInput {
  readonly status: number
  /** Null when the client need not wait before a retry. */
  readonly retryAfterSeconds: number | null
  /** The id by which the log names the request; null for errors that are not logged. */
  readonly requestId: string | null
}

/** Renders the error page for browsers; programs get the error as JSON. */
export function failurePage(
  context: Pick<RequestContext, 'method' | 'headers'>,
  { status, retryAfterSeconds, requestId }: FailurePageInput,
): Buffer {
  const appearance = appearanceOf(context)
  const texts = FAILURE_TEXTS[appearance.locale]
  const failureKind = kindOf(status)
  const retryTexts = retryAfterSeconds === null ? [] : [texts.tryAgainIn(retryAfterSeconds)]
  const canRetry = context.method === 'GET' && (status === 429 || status >= 500)
  const page = htmlPage({
    title: texts.titles[failureKind],
    appearance,
    kind: 'card',
    main: html`<h1>${texts.titles[failureKind]}</h1>
<p class="lead">${sentences(appearance.locale, texts.explanations[failureKind], ...retryTexts)}</p>
${canRetry ? html`<p class="single-act"><a class="act" data-main href="">${texts.tryAgain}</a></p>` : EMPTY_HTML}
<p class="below"><a href="/">${texts.home}</a></p>
${requestId === null ? EMPTY_HTML : html`<p class="below">${texts.request(requestId)}</p>`}`,
  })
  return Buffer.from(page)
}

function kindOf(status: number): FailureKind {
  if (status === 429) return 'tooFast'
  if (status === 503) return 'busy'
  if (status === 401 || status === 403) return 'notAllowed'
  return status >= 500 ? 'internal' : 'wrongAddress'
}
