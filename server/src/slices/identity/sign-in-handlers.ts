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
import { readCookie, SESSION, signInCookie, surplusSignIns, writeCookie } from './cookies.ts'
import { PROBLEM_PAGE, problemAddress, problemPage } from './problems.ts'
import { RETURN_TO_NEEDED, readReturnTo } from './return-to.ts'
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
      if (returnTo === null) return failure('invalid_parameter', RETURN_TO_NEEDED)
      if (isOtherName(context.headers.host, publicUrl)) {
        return redirectTo(`${publicUrl}${API_PREFIX}/login?${new URLSearchParams({ ...query, returnTo })}`)
      }
      const { location, state, sealed } = await signIns.begin({ returnTo, prompt: query.prompt ?? null })
      const cookie = signInCookie(state)
      const surplus = surplusSignIns(context.headers.cookie, cookie.name.length + sealed.length)
      const ends = surplus.map(one => writeCookie(one, '', { maxAgeMs: 0, isSecure }))
      return redirectTo(location, writeCookie(cookie, sealed, { maxAgeMs: SIGN_IN_MS, isSecure }), ...ends)
    },

    loginCallback: async ({ context }) => {
      if (signIns === null) return notConfigured(context)
      if (isHead(context)) return redirectTo(PROBLEM_PAGE)
      const { cookie, 'user-agent': userAgent } = context.headers
      const answer = new URLSearchParams(context.rawQuery)
      const signIn = signInCookie(answer.get('state') ?? '')
      const completed = await signIns
        .complete({
          answer,
          sealed: readCookie(cookie, signIn),
          userAgent,
          session: readCookie(cookie, SESSION),
        })
        .catch((error: unknown) => {
          if (error instanceof DatabaseUnavailableError && asksForHtml(context)) return null
          throw error
        })
      if (completed === null) return redirectTo(problemAddress('database_away', null))
      const over = writeCookie(signIn, '', { maxAgeMs: 0, isSecure })
      if (completed.kind === 'failed') {
        const { problem, returnTo, isOver } = completed
        return redirectTo(problemAddress(problem, returnTo), ...(isOver ? [over] : []))
      }
      const session = writeCookie(SESSION, completed.session, { maxAgeMs: SESSION_MS, isSecure })
      return redirectTo(completed.returnTo, over, session)
    },
  } satisfies Partial<HandlersOf<typeof identityRoutes>>
}

/** True when the request used another name of this machine, for which the callback would not get the cookie. */
function isOtherName(host: string | undefined, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  const asked = URL.parse(`${own.protocol}//${host}`)
  if (asked === null || asked.port !== own.port || asked.hostname === own.hostname) return false
  return LOOPBACK_NAMES.has(asked.hostname) && LOOPBACK_NAMES.has(own.hostname)
}

export const signInPage: Handler<unknown, unknown, unknown, never> = async ({ context }) =>
  localePage({
    page: problemPage(new URLSearchParams(context.rawQuery), appearanceOf(context)),
    locale: appearanceOf(context).locale,
    cacheControl: 'no-store',
  })

export function signOutHeaders(isSecure: boolean): Headers {
  return { 'Set-Cookie': writeCookie(SESSION, '', { maxAgeMs: 0, isSecure }) }
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
