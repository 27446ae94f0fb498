import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Appearance } from '../../kernel/appearance.ts'
import { EMPTY_HTML, html } from '../../kernel/html.ts'
import { htmlPage } from '../../kernel/page.ts'
import { PROBLEM_TEXTS, type Problem } from './problem-texts.ts'
import { readReturnTo } from './return-to.ts'

export const PROBLEM_PAGE = '/sign-in'

export function problemAddress(problem: Problem, returnTo: string | null): string {
  const query = new URLSearchParams({ problem, ...(returnTo !== null && { returnTo }) })
  return `${PROBLEM_PAGE}?${query}`
}

/**
 * Renders the page that explains a failed sign-in and offers a retry. It works without scripts, and does not show any
 * text from its URL.
 *
 * @param query `problem`, and `returnTo` for the retry.
 */
export function problemPage(query: URLSearchParams, appearance: Appearance): string {
  const texts = PROBLEM_TEXTS[appearance.locale]
  const problemName = query.get('problem') ?? ''
  const problem = Object.hasOwn(texts.problems, problemName) ? (problemName as Problem) : null
  const returnTo = readReturnTo(query.get('returnTo') ?? '')
  const loginPath = `${API_PREFIX}/login${returnTo === null ? '' : `?${new URLSearchParams({ returnTo })}`}`
  const title = problem === null ? texts.signIn : problem === 'cancelled' ? texts.notSignedIn : texts.failed
  return htmlPage({
    title,
    appearance,
    kind: 'card',
    main: html`<h1>${title}</h1>
<p class="lead">${problem === null ? texts.signInText : texts.problems[problem]}</p>
${problem === 'not_configured' ? EMPTY_HTML : html`<p class="single-act"><a class="act" data-main href="${loginPath}">${problem === null ? texts.signIn : texts.signInAgain}</a></p>`}
<p class="below"><a href="/">${texts.home}</a></p>`,
  })
}
