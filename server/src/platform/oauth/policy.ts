import { SCOPES } from '@avatary/contract/oauth'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { AuthorizationServerDeps } from '../../slices/oauth/index.ts'

const { Check, Prompt } = interactionPolicy

type PolicyDeps = Pick<AuthorizationServerDeps, 'profiles' | 'isClaimed'>

/** Decides whether the user has to sign in or to consent: a prompt is needed if one of its checks returns true. */
export function interactionsOf({ profiles, isClaimed }: PolicyDeps) {
  // `oidc.params` contains only scopes that the library knows, so the query is checked instead.
  const scopeCheck = new Check('scopes_fit', 'other scopes are refused', ({ query }) => {
    if (typeof query.scope === 'string') refuseOtherScopes(query.scope.split(' '))
    return Check.NO_NEED_TO_PROMPT
  })
  const sessionCheck = new Check('no_session', 'the user is not signed in', ({ oidc }) => {
    return oidc.session?.accountId === undefined
  })
  const freshnessCheck = new Check('unconfirmed', 'the user has to sign in again', async ({ oidc }) => {
    const { accountId } = oidc.session ?? {}
    if (accountId === undefined) return Check.NO_NEED_TO_PROMPT
    const { kind } = await profiles.freshProfile(Number(accountId))
    if (kind === 'unavailable')
      throw new errors.TemporarilyUnavailable('the account cannot be checked at the moment')
    return kind !== 'fresh'
  })
  const grantCheck = new Check('scopes_missing', 'the scopes are not granted', ({ oidc }) => {
    const grantedScopes = oidc.entities.Grant?.getOIDCScope().split(' ') ?? []
    return scopesOf(oidc).some(scope => !grantedScopes.includes(scope))
  })
  const clientCheck = new Check('client_unsure', 'the user is asked each time', ({ oidc }) => {
    return !isClaimed(String(oidc.params?.redirect_uri)) && oidc.result?.consent === undefined
  })
  return [
    new Prompt({ name: 'login', requestable: true }, scopeCheck, sessionCheck, freshnessCheck),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }, grantCheck, clientCheck),
  ]
}

/**
 * @throws `invalid_scope` (RFC 6749 §4.1.2.1), also for `email` without `identify` (spec, "Authentication", rule 2).
 */
function refuseOtherScopes(requestedScopes: readonly string[]): void {
  const unknownScope = requestedScopes.find(scope => !SCOPES.some(known => known === scope))
  if (unknownScope !== undefined)
    throw new errors.InvalidScope(`the scopes are ${SCOPES.join(' and ')}`, unknownScope)
  if (!requestedScopes.includes('identify'))
    throw new errors.InvalidScope('the scope email needs identify beside it', requestedScopes.join(' '))
}

function scopesOf({ params }: KoaContextWithOIDC['oidc']): string[] {
  return String(params?.scope ?? '').split(' ')
}
