import type { Database } from '../../kernel/database.ts'
import { deleteAccount } from './deletion.sql.ts'
import {
  confirmLink,
  confirmProfile,
  dropLink,
  dropToken,
  noteAskedInVain,
  readEmail,
  readMoments,
  readPerson,
  readProfileState,
} from './people.sql.ts'
import {
  beginSession,
  endSession,
  endSessions,
  endSignIn,
  prune,
  readSession,
  readSessions,
  renewSession,
} from './sessions.sql.ts'
import type { IdentityStore } from './store.ts'
import type { IdentityTables } from './tables.sql.ts'

/** People and their sessions in the system of record. */
export function createIdentityStore({ db }: { db: Database }): IdentityStore {
  const sql = db.tables<IdentityTables>()
  return {
    session: (hash, nowMs) => readSession(sql, hash, nowMs),
    renew: (session, nowMs) => renewSession(sql, session, nowMs),
    endSignIn: (id, untilMs) => endSignIn(sql, id, untilMs),
    signIn: signIn => beginSession(sql, signIn),
    sessionsOf: (userKey, nowMs) => readSessions(sql, userKey, nowMs),
    endSession: (userKey, id) => endSession(sql, userKey, id),
    endSessions: userKey => endSessions(sql, userKey),
    person: userKey => readPerson(sql, userKey),
    email: userKey => readEmail(sql, userKey),
    moments: userKey => readMoments(sql, userKey),
    profileState: (userKey, nowMs) => readProfileState(sql, userKey, nowMs),
    confirm: (userKey, profile, askedAtMs) => confirmProfile(sql, userKey, profile, askedAtMs),
    confirmLink: (userKey, askedAtMs) => confirmLink(sql, userKey, askedAtMs),
    dropLink: (userKey, askedAtMs) => dropLink(sql, userKey, askedAtMs),
    noteAskedInVain: (userKey, atMs) => noteAskedInVain(sql, userKey, atMs),
    dropToken: (userKey, sealedToken) => dropToken(sql, userKey, sealedToken),
    deleteAccount: (held, userKey, nowMs) => deleteAccount(sql, held, userKey, nowMs),
    prune: nowMs => prune(sql, nowMs),
  }
}
