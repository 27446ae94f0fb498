import { type AvatarId, parseAvatarId } from '../../kernel/avatar-id.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { readForeignRecord } from '../interop/index.ts'
import type { LookupFailure } from './budget.ts'
import type { Verdict } from './store.ts'

/** The path relative to `PLATFORM_API_URL`. */
export const AVATAR_PATH = '/avatars/{id}'

/** Milliseconds for which lookups rest when the upstream's circuit does not say when it closes. */
const CIRCUIT_REST_MS = 1000

/**
 * Reads the answer to `GET /avatars/{id}`. A doubtful answer is a failure, so that no avatar is hidden by mistake.
 *
 * @returns the verdict, or why the answer says nothing about the avatar.
 */
export function readPlatformAnswer(
  id: AvatarId,
  answer: UpstreamAnswer,
  nowMs: number,
): Verdict | LookupFailure {
  switch (answer.kind) {
    case 'ok':
      return readAvatar(id, answer.value, nowMs)
    case 'absent':
      // A page that is not the platform's comes from a proxy, which does not know avatars.
      return answer.body === 'other' ? FAILED : { kind: 'rejected', reason: 'not_found' }
    case 'refused':
      return answer.status === 401 || answer.status === 403 ? { kind: 'refused' } : FAILED
    case 'limited':
      return { kind: 'limited', retryAfterMs: answer.retryAfterMs }
    case 'unavailable':
      return answer.fault === 'resting'
        ? { kind: 'unasked', restMs: answer.retryAfterMs ?? CIRCUIT_REST_MS }
        : { kind: 'failed', retryAfterMs: answer.retryAfterMs }
  }
}

const FAILED = { kind: 'failed', retryAfterMs: null } as const

/** Only public avatars may be shown, so every other status hides one, also a status that nobody knows. */
function readAvatar(id: AvatarId, value: unknown, nowMs: number): Verdict | LookupFailure {
  const fields = isObject(value) ? value : {}
  const { releaseStatus } = fields
  if (typeof fields.id !== 'string' || parseAvatarId(fields.id) !== id) return FAILED
  if (typeof releaseStatus !== 'string' || releaseStatus === '') return FAILED
  if (releaseStatus !== 'public') return { kind: 'rejected', reason: 'not_public' }
  const reading = readForeignRecord(fields, nowMs)
  if (reading.kind !== 'patch' || reading.patch.name === undefined) return FAILED
  return { kind: 'public', patch: { ...reading.patch, isActive: true } }
}
