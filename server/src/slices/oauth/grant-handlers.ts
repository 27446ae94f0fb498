import type { GrantAnswer } from '@avatary/contract/applications'
import type { oauthRoutes } from '@avatary/contract/routes/oauth'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import { isoOf } from '../../kernel/days.ts'
import { isRowNumber } from '../../kernel/opaque-id.ts'
import type { Grant, GrantStore } from './grants.sql.ts'

export function grantHandlers(grants: GrantStore) {
  return {
    listGrants: async ({ person }) => json({ grants: (await grants.list(person.key)).map(grantAnswer) }),

    revokeGrant: async ({ params, person }) => {
      const isRevoked =
        isRowNumber(params.grantId) && (await grants.revoke(Number(params.grantId), person.key))
      return isRevoked ? json({ ok: true }) : failure('unknown_grant')
    },
  } satisfies Partial<HandlersOf<typeof oauthRoutes>>
}

export function grantAnswer({ id, application, scopes, grantedAtMs, usedAtMs }: Grant): GrantAnswer {
  return {
    id: String(id),
    application: { ...application },
    scopes: [...scopes],
    grantedAt: isoOf(grantedAtMs),
    lastUsedAt: isoOf(usedAtMs),
  }
}
