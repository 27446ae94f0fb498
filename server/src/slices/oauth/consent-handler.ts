import type { ErrorCode } from '@avatary/contract/errors'
import type { SignInPrompt } from '@avatary/contract/sessions'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { type Answer, empty, type RequestContext } from '../../kernel/answer.ts'
import { appearanceOf } from '../../kernel/appearance.ts'
import type { Identify } from '../../kernel/person.ts'
import type { ApplicationStore } from './applications.sql.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { consentPage, nothingToDecidePage } from './consent-page.ts'
import { pageAnswer } from './page-answer.ts'
import { isAskedOf } from './protocol-handlers.ts'
import { answerOf } from './refusals.ts'

/** Not below `/api`, which never answers HTML. */
export const CONSENT_PATH = '/oauth/consent'

export function consentPathOf(id: string): string {
  return `${CONSENT_PATH}?id=${encodeURIComponent(id)}`
}

/** After signing in, the browser returns to the consent page, which continues the request. */
export function signInPathOf(id: string, prompt: SignInPrompt | null): string {
  const query = new URLSearchParams({ returnTo: consentPathOf(id), ...(prompt !== null && { prompt }) })
  return `${API_PREFIX}/login?${query}`
}

export interface ConsentDeps {
  readonly server: AuthorizationServer
  readonly applications: ApplicationStore
  readonly identify: Identify
}

/** Handler of the consent page. */
export function consentHandler({ server, applications, identify }: ConsentDeps) {
  return async ({ context }: { readonly context: RequestContext }): Promise<Answer<ErrorCode>> => {
    const id = new URLSearchParams(context.rawQuery).get('id') ?? ''
    const person = await identify(context, { acceptsKey: false })
    const pending = await server.pending(id)
    const prompt = pending?.waitsFor === 'sign-in' ? pending.prompt : null
    if (person === null) return empty(303, { Location: signInPathOf(id, prompt) })
    if (pending?.waitsFor === 'sign-in') return answerOf(await server.resume(id, person), null)
    const request = isAskedOf(pending, person) ? pending : null
    const application = request && (await applications.client(request.clientId))
    if (request === null || application === null || application.isBlocked)
      return pageAnswer(nothingToDecidePage(appearanceOf(context)), 404)
    const { scopes, redirectUri } = request
    const action = `${API_PREFIX}/oauth2/authorize/${encodeURIComponent(id)}`
    const page = consentPage({ application, scopes, redirectUri, person, action }, appearanceOf(context))
    return pageAnswer(page, 200, formPolicyOf(redirectUri))
  }
}

/**
 * The `form-action` directive. Chromium and WebKit apply it to every redirect after a form (CSP 3 §6.4.1;
 * w3c/webappsec-csp issue 8), and a web application may redirect to any address, so it gets no such directive.
 */
function formPolicyOf(redirectUri: string): string {
  const { protocol } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? '' : `form-action 'self' ${protocol}; `
}
