import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { HandlersOf } from '../../handlers.ts'
import { empty, failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import type { SignedIn } from '../../kernel/person.ts'
import { discordConsentUrl } from './authorize-url.ts'
import { checksOf } from './checks.ts'
import type { Connections, ConnectOutcome } from './connections.ts'
import { failureOf } from './failures.ts'
import { NONE, type RevocationResult, type Revocations } from './revocations.ts'
import { CALLBACK_PATH, type CallbackStates } from './states.ts'
import type { Connection, DiscordUser, ReturnTarget } from './store.ts'

export interface ConnectionHandlerDeps {
  readonly connections: Connections
  readonly revocations: Revocations
  readonly states: CallbackStates
  readonly clientId: string
  readonly authorizeUrl: string
  readonly publicUrl: string
  readonly clock: Clock
}

/** The value of the `discord` parameter with which the browser returns to a page. */
type CallbackOutcome = 'connected' | 'taken' | 'cancelled' | 'expired' | 'incomplete' | 'failed'

export function connectionHandlers(deps: ConnectionHandlerDeps) {
  const { connections, revocations, states, clientId, authorizeUrl, publicUrl, clock } = deps
  /** Our callback URL, exactly as registered with Discord. */
  const redirectUri = publicUrl + CALLBACK_PATH

  const currentStatus = async ({ person }: SignedIn) => {
    const [connection, takeoverUser] = await Promise.all([
      connections.find(person.key),
      connections.findTakeover(person.by.id),
    ])
    return json(statusAnswer(connection, takeoverUser, clock.now()))
  }

  return {
    discordStatus: currentStatus,

    connectDiscord: async ({ body, person }) => {
      const { state, setCookie } = await states.begin(person.by.id, body.returnTo)
      const url = discordConsentUrl(authorizeUrl, { clientId, redirectUri, state })
      return json({ url }, { headers: { 'Set-Cookie': setCookie } })
    },

    discordCallback: async ({ query, person, context }) => {
      const { cookie } = context.headers
      const returnTo = await states.end(person.by.id, { state: query.state, cookies: cookie })
      const redirectBack = (target: ReturnTarget, outcome: CallbackOutcome) =>
        empty(303, {
          Location: `${publicUrl}/${target}?discord=${outcome}`,
          'Set-Cookie': states.expiredCookie,
        })
      if (returnTo === null) return redirectBack('dashboard', 'expired')
      if (query.code === undefined)
        return redirectBack(returnTo, query.error === 'access_denied' ? 'cancelled' : 'failed')
      const connectOutcome = await connections.connect(person, query.code, {
        redirectUri,
        sessionId: person.by.id,
      })
      return redirectBack(returnTo, outcomeOf(connectOutcome))
    },

    confirmDiscord: async ({ person }) => {
      const outcome = await connections.confirm(person, person.by.id)
      if (outcome === null) return failure('nothing_to_confirm')
      return outcome.kind === 'connected'
        ? await currentStatus({ person })
        : failure('not_connected', GRANT_LOST)
    },

    syncDiscord: async ({ person }) => {
      const outcome = await connections.sync(person)
      return outcome.kind === 'synced' ? await currentStatus({ person }) : failureOf(outcome)
    },

    disconnectDiscord: async ({ person }) => {
      return json(disconnectionAnswer(await revocations.disconnect(person.key)))
    },
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
}

const GRANT_LOST = 'Discord has revoked your consent meanwhile. Connect your Discord account again.'

/** @param result null when there was no connection. */
export function disconnectionAnswer(result: RevocationResult | null) {
  const { role, grant } = result ?? NONE
  return { ok: true, disconnected: result !== null, role, grant } as const
}

/** The public data of a connection; never contains a token (spec, "Authentication", rule 3). */
export function statusAnswer(connection: Connection | null, takeoverUser: DiscordUser | null, nowMs: number) {
  const { user = null, checkResults = null, syncedAtMs = null } = connection ?? {}
  return {
    connected: connection !== null,
    user,
    taken: takeoverUser,
    checks: checksOf(checkResults, nowMs),
    syncedAt: syncedAtMs === null ? null : isoOf(syncedAtMs),
  }
}

function outcomeOf({ kind }: ConnectOutcome): CallbackOutcome {
  return kind === 'connected' || kind === 'taken' || kind === 'incomplete' ? kind : 'failed'
}
