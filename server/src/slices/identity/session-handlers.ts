import type { identityRoutes } from '@avatary/contract/routes/identity'
import type { CurrentSession, Features } from '@avatary/contract/sessions'
import type { HandlersOf } from '../../handlers.ts'
import { failure, type Headers, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import { isOpaqueId } from '../../kernel/opaque-id.ts'
import type { Person } from '../../kernel/person.ts'
import { authorIdOf } from './profile.ts'
import type { IdentityStore } from './store.sql.ts'
import type { StoredSession } from './store.ts'

export interface SessionHandlersDeps {
  readonly store: Pick<IdentityStore, 'sessionsOf' | 'endSession' | 'endSessions'>
  /** Headers that delete the session cookie. */
  readonly signedOutHeaders: Headers
  readonly features: Features
  readonly isAdmin: (person: Person) => boolean
  readonly clock: Clock
}

export function sessionHandlers(deps: SessionHandlersDeps) {
  const { store, signedOutHeaders, clock } = deps
  return {
    currentSession: async ({ person }) => json(currentSessionOf(person, deps)),

    logout: async ({ person }) => {
      await store.endSession(person.key, person.by.id)
      return json({ ok: true }, { headers: signedOutHeaders })
    },

    listSessions: async ({ person }) => {
      const sessions = await store.sessionsOf(person.key, clock.now())
      return json({ sessions: sessions.map(session => sessionAnswer(session, person.by.id)) })
    },

    endSession: async ({ person, params: { sessionId } }) => {
      const isEnded = isOpaqueId(sessionId) && (await store.endSession(person.key, sessionId))
      if (!isEnded) return failure('unknown_session')
      return json({ ok: true }, sessionId === person.by.id ? { headers: signedOutHeaders } : {})
    },

    endSessions: async ({ person }) =>
      json({ ok: true, ended: await store.endSessions(person.key) }, { headers: signedOutHeaders }),
  } satisfies Partial<HandlersOf<typeof identityRoutes>>
}

/** @param person null when nobody is signed in. */
export function currentSessionOf(
  person: Person | null,
  { isAdmin, features }: Pick<SessionHandlersDeps, 'isAdmin' | 'features'>,
): CurrentSession {
  if (person === null) return { session: null, features }
  const { platformAccount } = person
  const creator = platformAccount && { id: authorIdOf(platformAccount.id), name: platformAccount.displayName }
  return { session: { person: identityOf(person), administrator: isAdmin(person), creator }, features }
}

/** The parts of a person that they see themselves (`Identity`). */
export function identityOf({ id, username, name, picture, profile }: Person) {
  return { id, username, name, picture, profile }
}

/** Shows days instead of times, to protect privacy. */
function sessionAnswer({ id, device, createdAtMs, seenAtMs }: StoredSession, currentId: string) {
  return { id, device, createdOn: dayOf(createdAtMs), seenOn: dayOf(seenAtMs), isCurrent: id === currentId }
}

function dayOf(atMs: number): string {
  return isoOf(atMs).slice(0, 10)
}
