import type { Headers, PreparedAnswer } from '../../kernel/answer.ts'
import type { Locale } from '../../kernel/appearance.ts'
import { localePage } from '../../kernel/page.ts'

interface PageAnswerInput {
  readonly page: string
  readonly locale: Locale
  readonly status: number
  /** The `form-action` directive including its semicolon; by default the page may not send forms. */
  readonly formPolicy?: string
}

/**
 * Answers a page. The referrer policy is not `no-referrer`, because browsers would then send no `Origin` with its form.
 */
export function pageAnswer({
  formPolicy = "form-action 'none'; ",
  ...page
}: PageAnswerInput): PreparedAnswer {
  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; ${formPolicy}frame-ancestors 'none'`
  const headers: Headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' }
  return localePage({ ...page, cacheControl: 'no-store', headers })
}

export const PAGE_HEADERS = ['x-content-type-options', 'nosniff', 'x-frame-options', 'DENY'] as const
