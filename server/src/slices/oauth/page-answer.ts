import { createHash } from 'node:crypto'
import { type Headers, type Prepared, prepared } from '../../kernel/answer.ts'
import { CONSENT_STYLE } from './consent-style.ts'

/**
 * A page of ours to somebody who came from an application. A referrer policy without any would have browsers send no
 * `Origin` with its form.
 *
 * @param formPolicy directive of the content security policy for forms, with what ends it; none may be sent when absent.
 */
export function pageAnswer(page: string, status: number, formPolicy = "form-action 'none'; "): Prepared {
  const style = createHash('sha256').update(CONSENT_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; ${formPolicy}frame-ancestors 'none'`
  const headers: Headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' }
  const contentType = 'text/html; charset=utf-8'
  return prepared({ body: Buffer.from(page), contentType, status, cacheControl: 'no-store', headers })
}

/** On every answer where such pages are; the rest depends on the page. */
export const CONSENT_HEADERS = ['X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'DENY'] as const
