import { KEY_SCOPES, MAX_KEY_NAME_LENGTH } from '@avatary/contract/keys'
import type { identityRoutes } from '@avatary/contract/routes/identity'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json } from '../../../kernel/answer.ts'
import { DAY_MS, isoOf } from '../../../kernel/days.ts'
import { isOpaqueId } from '../../../kernel/opaque-id.ts'
import type { SystemDeps } from '../../../kernel/system-deps.ts'
import { readName } from '../../../kernel/text/name.ts'
import type { KeyStore } from './store.sql.ts'
import { newKey } from './token.ts'

export interface KeyDeps extends Pick<SystemDeps, 'randomToken' | 'clock'> {
  keys: KeyStore
}

export function keyHandlers({ keys, randomToken, clock }: KeyDeps) {
  return {
    listKeys: async ({ person }) => json({ keys: await keys.listOf(person.key) }),

    createKey: async ({ person, body }) => {
      const reading = readName(body.name, MAX_KEY_NAME_LENGTH)
      if (reading.kind === 'problem') return failure('invalid_name', reading.problem)
      const { name } = reading
      const { key, id, hash } = newKey(randomToken)
      const nowMs = clock.now()
      const { scopes = KEY_SCOPES, expiresInDays } = body
      const expiresAtMs = expiresInDays === undefined ? null : nowMs + expiresInDays * DAY_MS
      const outcome = await keys.create(person.key, { id, name, hash, scopes, expiresAtMs }, nowMs)
      if (outcome.kind === 'limit_reached') return failure('key_limit_reached')
      return json({ id, name, scopes, expiresAt: expiresAtMs === null ? null : isoOf(expiresAtMs), key })
    },

    revokeKey: async ({ person, params }) => {
      if (!isOpaqueId(params.keyId)) return failure('unknown_key')
      const isRevoked = await keys.revoke(person.key, params.keyId)
      return isRevoked ? json({ ok: true }) : failure('unknown_key')
    },
  } satisfies Partial<HandlersOf<typeof identityRoutes>>
}
