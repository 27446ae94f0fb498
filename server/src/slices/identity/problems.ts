import { API_PREFIX } from '../../kernel/addresses.ts'
import { html, htmlPage } from '../../kernel/html.ts'
import { readReturnTo } from './return-to.ts'

/** Reasons why a sign-in failed, with the sentence that people read. */
const PROBLEMS = {
  cancelled: 'You cancelled signing in. Nothing was changed.',
  expired: 'This sign-in took too long, was used already, or was begun in another browser.',
  refused: 'The community site did not confirm this sign-in.',
  unavailable: 'The community site does not answer right now. Try again in a few minutes.',
} as const

export type Problem = keyof typeof PROBLEMS

/** Path of the page that explains a failed sign-in. */
export const PROBLEM_PAGE = '/sign-in'

export function problemAddress(problem: Problem, returnTo: string | null): string {
  const query = new URLSearchParams({ problem, ...(returnTo !== null && { returnTo }) })
  return `${PROBLEM_PAGE}?${query}`
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font:1.05rem/1.6 system-ui,sans-serif}main{max-width:28rem;padding:2rem 1.25rem;text-align:center}
h1{font-size:1.5rem;line-height:1.2}a.again{display:inline-block;margin:1rem 0;padding:.6rem 1.4rem;border-radius:.6rem;
background:#6d5bd0;color:#fff;text-decoration:none}a.again:focus-visible{outline:3px solid}`

/**
 * Renders the page that explains a failed sign-in and offers another try. It shows no text from its address, and works
 * without script.
 *
 * @param query with `problem`, and `returnTo` for the next try.
 */
export function problemPage(query: URLSearchParams): string {
  const given = query.get('problem') ?? ''
  const problem = Object.hasOwn(PROBLEMS, given) ? (given as Problem) : null
  const returnTo = readReturnTo(query.get('returnTo') ?? '')
  const again = `${API_PREFIX}/login${returnTo === null ? '' : `?${new URLSearchParams({ returnTo })}`}`
  const title = problem === null ? 'Sign in' : problem === 'cancelled' ? 'Not signed in' : 'Signing in failed'
  return htmlPage(
    title,
    STYLE,
    html`<h1>${title}</h1>
<p>${problem === null ? 'You sign in with your account at the community site.' : PROBLEMS[problem]}</p>
<p><a class="again" href="${again}">${problem === null ? 'Sign in' : 'Try again'}</a></p>
<p><a href="/">Back to the avatars</a></p>`,
  )
}
