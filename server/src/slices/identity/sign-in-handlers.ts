import type { identityRoutes } from '@avatary/contract/routes/identity'
import type { HandlersOf } from '../../handlers.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import {
  asksForHtml,
  empty,
  failure,
  type Handler,
  type Headers,
  isHead,
  type RequestContext,
} from '../../kernel/answer.ts'
import { appearanceOf } from '../../kernel/appearance.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { LOOPBACK_NAMES } from '../../kernel/own-origins.ts'
import { localePage } from '../../kernel/page.ts'
import { readCookie, SESSION_COOKIE, signInCookie, surplusSignIns, writeCookie } from './cookies.ts'
import { PROBLEM_PAGE, problemAddress, problemPage } from './problems.ts'
import { RETURN_TO_PROBLEM, readReturnTo } from './return-to.ts'
import { SESSION_MS } from './session-rules.ts'
import { SIGN_IN_MS, type SignIns } from './sign-ins.ts'

export interface SignInHandlersDeps {
  /** Null when no community site is configured. */
  readonly signIns: Pick<SignIns, 'begin' | 'complete'> | null
  readonly publicUrl: string
}

export function signInHandlers({ signIns, publicUrl }: SignInHandlersDeps) {
  const isSecure = publicUrl.startsWith('https:')

  return {
    login: async ({ query, context }) => {
      if (signIns === null) return notConfigured(context)
      const returnTo = readReturnTo(query.returnTo ?? '/')
      if (returnTo === null) return failure('invalid_parameter', RETURN_TO_PROBLEM)
      if (isOtherLoopbackName(context.headers.host, publicUrl)) {
        return redirectTo(`${publicUrl}${API_PREFIX}/login?${new URLSearchParams({ ...query, returnTo })}`)
      }
      const { location, state, sealed } = await signIns.begin({ returnTo, prompt: query.prompt ?? null })
      const cookie = signInCookie(state)
      const surplusCookies = surplusSignIns(context.headers.cookie, cookie.name.length + sealed.length)
      const setCookie = writeCookie(cookie, sealed, { maxAgeMs: SIGN_IN_MS, isSecure })
      const deletions = surplusCookies.map(surplus => writeCookie(surplus, '', { maxAgeMs: 0, isSecure }))
      return redirectTo(location, setCookie, ...deletions)
    },

    loginCallback: async ({ context }) => {
      if (signIns === null) return notConfigured(context)
      if (isHead(context)) return redirectTo(PROBLEM_PAGE)
      const { cookie, 'user-agent': userAgent } = context.headers
      const answer = new URLSearchParams(context.rawQuery)
      const cookieToOpen = signInCookie(answer.get('state') ?? '')
      const outcome = await signIns
        .complete({
          answer,
          sealed: readCookie(cookie, cookieToOpen),
          userAgent,
          session: readCookie(cookie, SESSION_COOKIE),
        })
        .catch((error: unknown) => {
          if (error instanceof DatabaseUnavailableError && asksForHtml(context)) return null
          throw error
        })
      if (outcome === null) return redirectTo(problemAddress('database_away', null))
      const deletion = writeCookie(cookieToOpen, '', { maxAgeMs: 0, isSecure })
      if (outcome.kind === 'failed') {
        const { problem, returnTo, isOver } = outcome
        return redirectTo(problemAddress(problem, returnTo), ...(isOver ? [deletion] : []))
      }
      const session = writeCookie(SESSION_COOKIE, outcome.session, { maxAgeMs: SESSION_MS, isSecure })
      return redirectTo(outcome.returnTo, deletion, session)
    },
  } satisfies Partial<HandlersOf<typeof identityRoutes>>
}

/** True when the request used another name of this machine, for which the callback would not get the cookie. */
function isOtherLoopbackName(host: string | undefined, publicUrl: string): boolean {
  const publicAddress = new URL(publicUrl)
  const requestedAddress = URL.parse(`${publicAddress.protocol}//${host}`)
  if (
    requestedAddress === null ||
    requestedAddress.port !== publicAddress.port ||
    requestedAddress.hostname === publicAddress.hostname
  )
    return false
  return LOOPBACK_NAMES.has(requestedAddress.hostname) && LOOPBACK_NAMES.has(publicAddress.hostname)
}

export const signInPage: Handler<unknown, unknown, unknown, never> = async ({ context }) =>
  localePage({
    page: problemPage(new URLSearchParams(context.rawQuery), appearanceOf(context)),
    locale: appearanceOf(context).locale,
    cacheControl: 'no-store',
  })

export function signOutHeaders(isSecure: boolean): Headers {
  return { 'Set-Cookie': writeCookie(SESSION_COOKIE, '', { maxAgeMs: 0, isSecure }) }
}

/** Tells that nobody can sign in here; browsers get a page. */
function notConfigured(context: RequestContext) {
  if (!asksForHtml(context))
    return failure(
      'upstream_not_configured',
      'The community site, by which people sign in, is not configured on this server.',
    )
  return redirectTo(problemAddress('not_configured', null))
}

/** Redirects without a referrer, because the URLs of a sign-in are confidential. */
function redirectTo(location: string, ...cookies: string[]) {
  return empty(303, { Location: location, 'Referrer-Policy': 'no-referrer', 'Set-Cookie': cookies })
}
