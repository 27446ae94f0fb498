import type { AvatarPatch } from '../../avatars/index.ts'
import { type AvatarId, parseAvatarId } from '../../kernel/avatar-id.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { readForeignRecord } from '../interop/index.ts'

/** The path relative to `PLATFORM_API_URL`. */
export const AVATAR_PATH = '/avatars/{id}'

/** The meaning of the platform's answer for an avatar. */
export type Verification =
  | { kind: 'public'; patch: AvatarPatch }
  /** `withheld`: the status is unknown, and only public avatars may be shown. */
  | { kind: 'not_public'; reason: 'missing' | 'private' | 'hidden' | 'withheld' }
  /**
   * The answer says nothing about the avatar; `retryAfterMs` counts from now and is null if the platform did not say.
   */
  | { kind: 'later'; reason: string; retryAfterMs: number | null }
  /** The platform refuses our account: nothing can be verified until the operator renews it. */
  | { kind: 'refused'; status: 401 | 403; message: string }

/** Reads the answer to `GET /avatars/{id}`. A doubtful answer is `later`, so that no avatar is hidden by mistake. */
export function readPlatformAnswer(id: AvatarId, answer: UpstreamAnswer, nowMs: number): Verification {
  switch (answer.kind) {
    case 'ok':
      return readAvatar(id, answer.value, nowMs)
    case 'absent':
      if (answer.body !== 'other') return { kind: 'not_public', reason: 'missing' }
      return later(`answered ${answer.status} with a page that is not the platform's`)
    case 'refused':
      if (answer.status === 401 || answer.status === 403)
        return { kind: 'refused', status: answer.status, message: answer.message }
      return later(`answered ${answer.status}: ${answer.message}`)
    case 'limited':
      return later('answered 429', answer.retryAfterMs)
    case 'unavailable':
      return later(answer.reason, answer.retryAfterMs)
  }
}

function readAvatar(id: AvatarId, value: unknown, nowMs: number): Verification {
  const fields = isObject(value) ? value : {}
  if (typeof fields.id !== 'string' || parseAvatarId(fields.id) !== id) return unexpected('id')
  const { releaseStatus } = fields
  if (typeof releaseStatus !== 'string' || releaseStatus === '') return unexpected('releaseStatus')
  if (releaseStatus !== 'public') {
    const isKnown = releaseStatus === 'private' || releaseStatus === 'hidden'
    return { kind: 'not_public', reason: isKnown ? releaseStatus : 'withheld' }
  }
  const reading = readForeignRecord(fields, nowMs)
  if (reading.kind !== 'patch') return unexpected('avatar')
  if (reading.patch.name === undefined) return unexpected('name')
  return { kind: 'public', patch: { ...reading.patch, isActive: true } }
}

function unexpected(field: string): Verification {
  return later(`unexpected answer: ${field} is not what it should be`)
}

function later(reason: string, retryAfterMs: number | null = null): Verification {
  return { kind: 'later', reason, retryAfterMs }
}
