import type { GrantView } from '@avatary/contract/applications'
import type { ErrorCode } from '@avatary/contract/errors'
import type { ParamsOf } from '@avatary/contract/route'
import type { applicationRoutes } from '@avatary/contract/routes/applications'
import { failure, type Handler, json } from '../../kernel/answer.ts'
import type { SignedIn } from '../../kernel/person.ts'
import type { Grant, GrantStore } from './grants.ts'

type Routes = typeof applicationRoutes
type HandlerOf<Id extends keyof Routes> = Handler<unknown, ParamsOf<Routes[Id]>, unknown, ErrorCode, SignedIn>

const GRANT_ID = /^[1-9]\d{0,14}$/

/** What answers a person about what they allowed applications. */
export function grantHandlers(grants: GrantStore) {
  const listGrants: HandlerOf<'listGrants'> = async ({ person }) =>
    json({ grants: (await grants.list(person.key)).map(grantView) })

  const revokeGrant: HandlerOf<'revokeGrant'> = async ({ params, person }) => {
    const isRevoked =
      GRANT_ID.test(params.grantId) && (await grants.revoke(Number(params.grantId), person.key))
    return isRevoked ? json({ ok: true }) : failure('unknown_grant')
  }

  return { listGrants, revokeGrant }
}

export function grantView({ id, application, scopes, grantedAtMs, usedAtMs }: Grant): GrantView {
  return {
    id: String(id),
    application: { ...application },
    scopes: [...scopes],
    grantedAt: new Date(grantedAtMs).toISOString(),
    lastUsedAt: new Date(usedAtMs).toISOString(),
  }
}
