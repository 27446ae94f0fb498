import { type Headers, type Prepared, prepared } from '../../kernel/answer.ts'
import { HTML_TYPE } from '../../kernel/page.ts'

/**
 * Answers a page. The referrer policy is not `no-referrer`, because browsers would then send no `Origin` with its form.
 *
 * @param formPolicy `form-action` directive including its semicolon; by default the page may not send forms.
 */
export function pageAnswer(page: string, status: number, formPolicy = "form-action 'none'; "): Prepared {
  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; ${formPolicy}frame-ancestors 'none'`
  const headers: Headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' }
  return prepared({
    body: Buffer.from(page),
    contentType: HTML_TYPE,
    status,
    cacheControl: 'no-store',
    headers,
  })
}

export const CONSENT_HEADERS = ['X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'DENY'] as const
