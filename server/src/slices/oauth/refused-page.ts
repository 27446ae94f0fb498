import type { RequestContext } from '../../kernel/answer.ts'
import { type Appearance, appearanceOf } from '../../kernel/appearance.ts'
import { html } from '../../kernel/html.ts'
import { sentences } from '../../kernel/page.ts'
import { messagePage, nothingToDecidePage } from './consent-page.ts'
import { pageAnswer } from './page-answer.ts'
import { OAUTH_TEXTS } from './texts.ts'

/** Path of the page about an invalid request, for visitors who are not signed in (RFC 9700 §4.11.2). */
export const REFUSED_PATH = '/oauth/refused'

/** @param error the code that the application would have received, or another one that the page knows. */
export function refusedPathOf(error: string): string {
  return `${REFUSED_PATH}?${new URLSearchParams({ error })}`
}

/** Handles `REFUSED_PATH`. The page shows no text from its URL. */
export async function refusedPageHandler({
  context,
}: {
  readonly context: Pick<RequestContext, 'rawQuery' | 'headers'>
}) {
  const error = new URLSearchParams(context.rawQuery).get('error') ?? ''
  const appearance = appearanceOf(context)
  return pageAnswer({ page: refusedPage(error, appearance), locale: appearance.locale, status: 400 })
}

function refusedPage(error: string, appearance: Appearance): string {
  const texts = OAUTH_TEXTS[appearance.locale]
  if (error === 'expired') return nothingToDecidePage(appearance)
  if (error === 'unavailable')
    return messagePage(appearance, texts.unavailable, html`${texts.unavailableText}`)
  const { applicationMistake, problems, otherProblem, goBackAndTell } = texts
  const problem = Object.hasOwn(problems, error) ? problems[error]! : otherProblem
  return messagePage(appearance, applicationMistake, sentences(appearance.locale, problem, goBackAndTell))
}
