import { useQuery } from '@tanstack/react-query'
import { type Answer, routeUrl } from './api.ts'
import { answerOf } from './queries.ts'

type SessionAnswer = Answer<'GET /session'>

export interface Session {
  /** False until the server has answered who is signed in. */
  readonly isKnown: boolean
  /** The signed-in person; null when nobody is signed in. */
  readonly person: NonNullable<SessionAnswer['session']>['person'] | null
  /** Their verified platform account; null without one. */
  readonly creator: NonNullable<SessionAnswer['session']>['creator']
  /** True for people who may use the pages for operators. */
  readonly isAdministrator: boolean
  /** The features that the server is configured for; none until it has answered. */
  readonly features: Partial<SessionAnswer['features']>
}

const currentSession = answerOf('GET /session', {})

export function useSession(): Session {
  const { data } = useQuery(currentSession)
  return {
    isKnown: data !== undefined,
    person: data?.session?.person ?? null,
    creator: data?.session?.creator ?? null,
    isAdministrator: data?.session?.administrator ?? false,
    features: data?.features ?? {},
  }
}

/**
 * The address for signing in.
 * @param returnTo the address of the page to which the visitor returns.
 */
export function signInAddress(returnTo: string): string {
  return routeUrl('/login', {}, { returnTo })
}
