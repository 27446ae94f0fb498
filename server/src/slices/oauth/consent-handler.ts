import type { ErrorCode } from '@avatary/contract/errors'
import type { SignInPrompt } from '@avatary/contract/sessions'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { type Answer, empty, type RequestContext } from '../../kernel/answer.ts'
import { appearanceOf } from '../../kernel/appearance.ts'
import type { HandlerDeps, OAuthParameters } from './authorization-server.ts'
import { consentPage, nothingToDecidePage } from './consent-page.ts'
import { pageAnswer } from './page-answer.ts'
import { answerTo, mayDecide } from './protocol-handlers.ts'

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

export function consentHandler({ loadServer, applications, findPerson, identify }: HandlerDeps) {
  return async ({ context }: { readonly context: RequestContext }): Promise<Answer<ErrorCode>> => {
    const id = new URLSearchParams(context.rawQuery).get('id') ?? ''
    const person = await identify(context, { acceptsKey: false })
    const server = await loadServer()
    const pendingRequest = await server.findRequest(id)
    const prompt = pendingRequest?.waitsFor === 'sign-in' ? pendingRequest.prompt : null
    if (person === null) return empty(303, { Location: signInPathOf(id, prompt) })
    if (pendingRequest?.waitsFor === 'sign-in') return answerTo(context, await server.resume(id, person))
    const appearance = appearanceOf(context)
    const { locale } = appearance
    const request = mayDecide(pendingRequest, person) ? pendingRequest : null
    const application = request && (await applications.client(request.clientId))
    if (request === null || application === null || application.blockedAtMs !== null)
      return pageAnswer({ page: nothingToDecidePage(appearance), locale, status: 404 })
    const { scopes, redirectUri, parameters } = request
    const owner = application.ownerKey === null ? null : await findPerson(application.ownerKey)
    const consent = {
      application,
      owner: owner?.username ?? null,
      scopes,
      redirectUri,
      person,
      action: `${API_PREFIX}/oauth2/authorize/${encodeURIComponent(id)}`,
      otherAccountPath: otherAccountPathOf(parameters),
    }
    const page = consentPage(consent, appearance)
    return pageAnswer({ page, locale, status: 200, formPolicy: formPolicyOf(redirectUri) })
  }
}

/**
 * The same request started again; `prompt` makes the community site ask who the user is (OpenID Connect Core §3.1.2.1).
 */
function otherAccountPathOf(parameters: OAuthParameters): string {
  const query = new URLSearchParams(parameters)
  const prompts = (query.get('prompt') ?? '').split(' ').filter(prompt => prompt === 'consent')
  query.set('prompt', [...prompts, 'select_account'].join(' '))
  return `${API_PREFIX}/oauth2/authorize?${query}`
}

/**
 * The `form-action` directive. Chromium and WebKit apply it to every redirect after a form (CSP 3 §6.4.1;
 * w3c/webappsec-csp issue 8). A web application may redirect anywhere, so it gets no such directive.
 */
function formPolicyOf(redirectUri: string): string {
  const { protocol } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? '' : `form-action 'self' ${protocol}; `
}
