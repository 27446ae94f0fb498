import { parseAvatarId } from '../../kernel/avatar-id.ts'
import { isObject, type JsonObject } from '../../kernel/json-object.ts'
import { readAvtrdbFacts } from './avtrdb-shape.ts'
import { type RecordFacts, toPatch } from './facts.ts'
import { firstPresent } from './fields.ts'
import { readFlatFacts } from './flat-shape.ts'
import { readOwnFacts } from './own-shape.ts'
import { readPlatformFacts } from './platform-shape.ts'
import { HEADER_FIELD, type Reading, type ReadingOptions } from './reading.ts'

const ID_FIELDS = ['id', 'avatarId', 'vrc_id', 'avatar_id', 'Id']

/**
 * Reads a record in any known shape: our own, the platform's, those of VRCX providers, avtrDB and crawls. It is
 * lenient: a field that cannot be read counts as missing.
 */
export function readRecord(value: unknown, options: ReadingOptions): Reading {
  if (!isObject(value)) return { kind: 'skip', reason: 'not_an_object' }
  if (typeof value[HEADER_FIELD] === 'string') return { kind: 'header' }
  const idValue = firstPresent(value, ID_FIELDS)
  if (idValue === undefined) return { kind: 'skip', reason: 'no_id' }
  const id = typeof idValue === 'string' ? parseAvatarId(idValue) : null
  if (id === null) return { kind: 'skip', reason: 'invalid_id' }
  return toReading(id, value, options)
}

/**
 * Reads a record of another service. Unlike `readRecord` it ignores the fields that only our own exports may set, such
 * as counters and `addedAt`.
 */
export function readForeignRecord(value: unknown, nowMs: number): Reading {
  const reading = readRecord(value, { nowMs, addedAt: 'kept' })
  if (reading.kind !== 'patch') return reading
  const { addedAtMs, views, likes, ...patch } = reading.patch
  return { ...reading, patch }
}

/** Recognises each shape by a field that no other has. */
function readFacts(record: JsonObject, nowMs: number): RecordFacts {
  const { addedAt, unityPackages, vrc_id } = record
  if (typeof addedAt === 'string') return readOwnFacts(record, nowMs)
  if (Array.isArray(unityPackages)) return readPlatformFacts(record, unityPackages, nowMs)
  if (typeof vrc_id === 'string') return readAvtrdbFacts(record, nowMs)
  return readFlatFacts(record, nowMs)
}

function toReading(id: string, record: JsonObject, { nowMs, addedAt }: ReadingOptions): Reading {
  const facts = readFacts(record, nowMs)
  const isPublic = readIsPublic(record)
  if (isPublic === false) {
    const { updatedAtMs } = facts
    return { kind: 'patch', patch: toPatch(id, { isActive: false, updatedAtMs }), ifUnknown: 'not_public' }
  }
  if (isPublic) facts.isActive = true
  if (addedAt === 'created') facts.addedAtMs = facts.createdAtMs ?? undefined
  const patch = toPatch(id, facts)
  if (Object.keys(patch).length === 1) return { kind: 'skip', reason: 'id_only' }
  if (patch.name === undefined || patch.name.trim() === '') {
    delete patch.name
    return { kind: 'patch', patch, ifUnknown: 'no_name' }
  }
  const isWithheld = record.isListed === false && record.isActive !== false
  return { kind: 'patch', patch, ifUnknown: isWithheld ? 'add_hidden' : 'add' }
}

/** True for `public`; undefined when the record does not say. */
function readIsPublic({ releaseStatus }: JsonObject): boolean | undefined {
  return typeof releaseStatus === 'string' && releaseStatus !== '' ? releaseStatus === 'public' : undefined
}
