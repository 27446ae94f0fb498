import type { ErrorCode } from '@avatary/contract/errors'
import type { SignInPrompt } from '@avatary/contract/sessions'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { type Answer, empty, type RequestContext } from '../../kernel/answer.ts'
import type { Identify } from '../../kernel/person.ts'
import type { ApplicationStore } from './applications.sql.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { consentPage, nothingToDecidePage } from './consent-page.ts'
import { pageAnswer } from './page-answer.ts'
import { isFor } from './protocol-handlers.ts'
import { answerOf } from './refusals.ts'

/** Outside the interface, which never answers HTML. */
export const CONSENT_PATH = '/oauth/consent'

export function consentPathOf(id: string): string {
  return `${CONSENT_PATH}?id=${encodeURIComponent(id)}`
}

/** After signing in, the browser comes to the consent page, which goes on with the request. */
export function signInPathOf(id: string, prompt: SignInPrompt | null): string {
  const query = new URLSearchParams({ returnTo: consentPathOf(id), ...(prompt !== null && { prompt }) })
  return `${API_PREFIX}/login?${query}`
}

export interface ConsentDeps {
  readonly server: AuthorizationServer
  readonly applications: ApplicationStore
  readonly identify: Identify
}

/** What answers the page on which a user decides. */
export function consentHandler({ server, applications, identify }: ConsentDeps) {
  return async ({ context }: { readonly context: RequestContext }): Promise<Answer<ErrorCode>> => {
    const id = new URLSearchParams(context.rawQuery).get('id') ?? ''
    const person = await identify(context, { acceptsKey: false })
    const pending = await server.pending(id)
    const prompt = pending?.waitsFor === 'sign-in' ? pending.prompt : null
    if (person === null) return empty(303, { Location: signInPathOf(id, prompt) })
    if (pending?.waitsFor === 'sign-in') return answerOf(await server.resume(id, person), null)
    const asked = isFor(pending, person) ? pending : null
    const application = asked === null ? null : await applications.client(asked.clientId)
    if (asked === null || application === null) return pageAnswer(nothingToDecidePage(), 404)
    const { scopes, redirectUri } = asked
    const action = `${API_PREFIX}/oauth2/authorize/${encodeURIComponent(id)}`
    const page = consentPage({ application, scopes, redirectUri, person, action })
    return pageAnswer(page, 200, formPolicyOf(redirectUri))
  }
}

/**
 * Where the form may lead. Chromium and WebKit hold every redirect that follows a form to it, however far (CSP 3 §6.4.1;
 * w3c/webappsec-csp issue 8). An app with a scheme of its own is where they end; from a web address an application may
 * send its users on to anywhere, and no policy says that, so there is none of forms. The page has one form, and nothing
 * else of the policy is less strict.
 */
function formPolicyOf(redirectUri: string): string {
  const { protocol } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? '' : `form-action 'self' ${protocol}; `
}
