import { keysOf } from '@avatary/contract/records'
import type { AvatarPatch } from '../../avatars/index.ts'
import type { JsonObject } from '../../kernel/json-object.ts'
import { firstPresent, readAuthor, readDate, readTags, readText } from './fields.ts'

/** The values that a record has for an avatar; a missing one is undefined, never null. */
export type RecordFacts = {
  [Fact in Exclude<keyof AvatarPatch, 'id' | 'authority'>]?: NonNullable<AvatarPatch[Fact]> | undefined
}

/** Reads the fields that nearly all shapes have under the same names. */
export function readCommonFacts(record: JsonObject, nowMs: number) {
  return {
    ...readAuthor(record),
    name: readText(firstPresent(record, ['name', 'avatarName', 'avatar_name']), 'name'),
    description: readText(record.description, 'description'),
    tags: readTags(record.tags),
    createdAtMs: readDate(firstPresent(record, ['createdAt', 'created_at']), nowMs),
    updatedAtMs: readDate(firstPresent(record, ['updatedAt', 'updated_at']), nowMs),
  } satisfies RecordFacts
}

export function toPatch(id: string, facts: RecordFacts): AvatarPatch {
  const patch: Record<string, unknown> & { id: string } = { id }
  for (const name of keysOf(facts)) {
    const fact = facts[name]
    if (fact !== undefined) patch[name] = fact
  }
  return patch
}

/** Removes empty texts, lists and objects, which some sources use for unknown values. */
export function removeBlanks(facts: RecordFacts): RecordFacts {
  for (const name of keysOf(facts)) if (isBlank(facts[name])) facts[name] = undefined
  return facts
}

function isBlank(fact: RecordFacts[keyof RecordFacts]): boolean {
  if (fact === '') return true
  if (typeof fact !== 'object') return false
  for (const _ in fact) return false
  return true
}
