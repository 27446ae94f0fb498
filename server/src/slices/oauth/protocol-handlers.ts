import { DECISIONS, type Decision } from '@avatary/contract/oauth'
import type { oauthRoutes } from '@avatary/contract/routes/oauth'
import type { HandlersOf } from '../../handlers.ts'
import { asksForHtml, type EmptyAnswer, empty, json, type RequestContext } from '../../kernel/answer.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Person } from '../../kernel/person.ts'
import type {
  AuthorizationServer,
  HandlerDeps,
  OAuthParameters,
  PendingRequest,
  ProtocolReply,
} from './authorization-server.ts'
import { metadataOf } from './metadata.ts'
import { type ParametersReading, readBody, readQuery } from './parameters.ts'
import { answerOf, oauthRefusal } from './refusals.ts'
import { refusedPathOf } from './refused-page.ts'
import { userInfoAnswer } from './user-info.ts'

const EXPIRED = 'this request has expired or was answered; go back to the application and start again'

type FoundRequest = Awaited<ReturnType<AuthorizationServer['findRequest']>>

/** Handlers of the endpoints of RFC 6749, 7009 and 8414, and of the user's decision. */
export function protocolHandlers(deps: HandlerDeps) {
  const { loadServer, applications, grants, identify, clock, baseUrl } = deps
  const metadata = metadataOf(baseUrl)

  /**
   * True if an error of silent sign-in may be sent to this application although nobody is signed in. To others it may
   * not: anybody can register an application and make this site an open redirector (RFC 9700 §4.11.2).
   */
  const isTrusted = async (error: string, parameters: OAuthParameters) => {
    if (error !== 'login_required') return false
    const clientId = parameters.find(([name]) => name === 'client_id')?.[1] ?? ''
    return (await applications.client(clientId))?.registeredBy === 'operators'
  }

  return {
    authorize: async ({ context }) => {
      const reading = readQuery(context.rawQuery)
      if (reading.kind === 'refused') return asPage(context, 'invalid_request') ?? invalid(reading.problem)
      try {
        const person = await identify(context, { acceptsKey: false })
        const server = await loadServer()
        const reply = await server.authorize(withDefaultScope(reading.parameters), person)
        const error = person === null ? errorToApplication(reply) : null
        const isAnswered = error === null || (await isTrusted(error, reading.parameters))
        if (!isAnswered) return empty(303, { Location: refusedPathOf(error) })
        return answerTo(context, reply)
      } catch (failure) {
        const page = failure instanceof DatabaseUnavailableError ? asPage(context, 'unavailable') : null
        if (page === null) throw failure
        return page
      }
    },

    decideAuthorization: async ({ person, params, context }) => {
      const decision = decisionOf(readBody('decide', context))
      if (decision === null)
        return asPage(context, 'invalid_request') ?? invalid(`decision must be ${DECISIONS.join(' or ')}`)
      const server = await loadServer()
      const request = await server.findRequest(params.id)
      if (!mayDecide(request, person)) {
        return asPage(context, 'expired') ?? invalid(EXPIRED)
      }
      if (decision === 'allow') {
        const { clientId, scopes } = request
        const { kind } = await grants.allow({ personKey: person.key, clientId, scopes }, clock.now())
        if (kind !== 'allowed')
          return asPage(context, 'expired') ?? invalid('the application or your account was deleted')
      }
      await server.decide(params.id, decision)
      return answerTo(context, await server.resume(params.id, person))
    },

    token: async ({ context }) => {
      const reading = readBody('token', context)
      if (reading.kind === 'refused') return invalid(reading.problem)
      const server = await loadServer()
      return answerOf(await server.token(reading.parameters, context.headers.authorization), baseUrl)
    },

    revoke: async ({ context }) => {
      const reading = readBody('revoke', context)
      if (reading.kind === 'refused') return invalid(reading.problem)
      const server = await loadServer()
      return answerOf(await server.revoke(reading.parameters, context.headers.authorization), baseUrl)
    },

    userInfo: ({ context }) => userInfoAnswer(context, deps),

    authorizationServer: async () => json(metadata),
  } satisfies Partial<HandlersOf<typeof oauthRoutes>>
}

/** True for the person and the session in which the request was made; nobody else may decide it. */
export function mayDecide(request: FoundRequest, { key, by }: Person): request is PendingRequest {
  return (
    request?.waitsFor === 'decision' &&
    request.personKey === key &&
    by.kind === 'session' &&
    request.sessionId === by.id
  )
}

/** The error in a redirect to an application; null when the reply is not a redirect. */
function errorToApplication({ location }: ProtocolReply): string | null {
  const url = location === null ? null : URL.parse(location)
  return url === null ? null : (url.searchParams.get('error') ?? 'invalid_request')
}

/** Converts the library's reply to a user's request, for a browser or a program. */
export function answerTo(context: RequestContext, reply: ProtocolReply) {
  return (reply.location === null && asPage(context, problemOf(reply))) || answerOf(reply, null)
}

/** Redirects a browser to the page about a problem; null for a program, which reads the error of RFC 6749. */
function asPage(context: RequestContext, problem: string): EmptyAnswer | null {
  return asksForHtml(context) ? empty(303, { Location: refusedPathOf(problem) }) : null
}

/** The name of the problem on that page, for an error that is not sent to the application. */
function problemOf({ body }: ProtocolReply): string {
  const { error } = body as { error: string }
  return { invalid_client: 'unknown_application', invalid_redirect_uri: 'redirect_uri' }[error] ?? error
}

function invalid(problem: string) {
  return oauthRefusal('invalid_request', problem)
}

/** Adds the scope `identify` when none is given (RFC 6749 §3.3). */
function withDefaultScope(parameters: OAuthParameters): OAuthParameters {
  const filledParameters = parameters.filter(([name, value]) => name !== 'scope' || value.trim() !== '')
  return filledParameters.some(([name]) => name === 'scope')
    ? filledParameters
    : [...filledParameters, ['scope', 'identify']]
}

function decisionOf(reading: ParametersReading): Decision | null {
  if (reading.kind === 'refused' || reading.parameters.length !== 1) return null
  const [parameter] = reading.parameters
  return DECISIONS.find(decision => decision === parameter?.[1]) ?? null
}
