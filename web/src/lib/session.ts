import { useQuery } from '@tanstack/react-query'
import { addressOf, type Value } from './api.ts'
import { answerOf } from './queries.ts'

type Answer = Value<'GET /session'>

export interface Session {
  /** False until the server has answered who is signed in. */
  readonly isKnown: boolean
  /** The signed-in person; null when nobody is signed in. */
  readonly person: NonNullable<Answer['session']>['person'] | null
  /** Their verified platform account; null without one. */
  readonly creator: NonNullable<Answer['session']>['creator']
  /** True for people who may use the pages for operators. */
  readonly isAdministrator: boolean
  readonly features: Partial<Answer['features']>
}

const currentSession = answerOf('GET /session', {})

/** The signed-in person, and the features that the server is configured for. */
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
 * @param path where to return to, with its query string.
 */
export function signInAddress(path: string): string {
  return addressOf('/login', {}, { returnTo: path })
}
