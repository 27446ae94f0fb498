import type { RequestContext } from '../../kernel/answer.ts'
import { html } from '../../kernel/html.ts'
import { page } from './consent-page.ts'
import { pageAnswer } from './page-answer.ts'

/** Path of the page about a faulty request while nobody is signed in (RFC 9700 §4.11.2). */
export const REFUSED_PATH = '/oauth/refused'

/** Error codes of RFC 6749 §4.1.2.1 and, for `prompt=none`, of OpenID Connect Core §3.1.2.6. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['login_required', 'It asked who you are without showing you anything, and you are not signed in here.'],
  ['invalid_scope', 'It asked for something that it cannot have.'],
  ['unsupported_response_type', 'It asked for an answer of a kind that is not given here.'],
])
const OTHER_PROBLEM = 'Its request cannot be answered: something in it is missing or wrong.'

/** @param error the code that the application would have received. */
export function refusedPathOf(error: string): string {
  return `${REFUSED_PATH}?${new URLSearchParams({ error })}`
}

/** Handler of that page; it shows no text from the address. */
export async function refusedPageHandler({
  context,
}: {
  readonly context: Pick<RequestContext, 'rawQuery'>
}) {
  const error = new URLSearchParams(context.rawQuery).get('error') ?? ''
  return pageAnswer(refusedPage(PROBLEMS.get(error) ?? OTHER_PROBLEM), 400)
}

function refusedPage(problem: string): string {
  return page(
    'The application made a mistake',
    html`<h1>The application that sent you here made a mistake</h1>
<p class="site">${problem} Go back to it, and tell its makers if this happens again.</p>
<p class="after"><a href="/">Avatary</a></p>`,
  )
}
