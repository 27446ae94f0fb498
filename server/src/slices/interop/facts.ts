import type { AvatarPatch } from '../catalog/store.ts'
import { firstOf, readAuthor, readDate, readTags, readText } from './fields.ts'
import type { JsonObject, ReadingOptions } from './reading.ts'

/** What a record tells of an avatar besides its id; undefined is "not told". */
export type ToldFacts = { [Fact in Exclude<keyof AvatarPatch, 'id'>]?: AvatarPatch[Fact] | undefined }

/** Fields that nearly every shape has under the same names. */
export function readCommonFacts(record: JsonObject, { nowMs }: ReadingOptions): ToldFacts {
  const author = readAuthor(record)
  return {
    name: readText(firstOf(record, ['name', 'avatarName', 'avatar_name']), 'name'),
    description: readText(record.description, 'description'),
    authorId: author.id,
    authorName: author.name,
    tags: readTags(record.tags),
    createdAtMs: readDate(firstOf(record, ['createdAt', 'created_at']), nowMs),
    updatedAtMs: readDate(firstOf(record, ['updatedAt', 'updated_at']), nowMs),
  }
}

/** A patch of what is told. */
export function toPatch(id: string, facts: ToldFacts): AvatarPatch {
  return Object.assign(
    { id },
    Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)),
  )
}

/** Without empty texts, lists and objects: sources that fill gaps with them mean "not told". */
export function withoutBlanks(facts: ToldFacts): ToldFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => !isBlank(fact)))
}

function isBlank(fact: unknown): boolean {
  if (typeof fact === 'object' && fact !== null) return Object.keys(fact).length === 0
  return fact === ''
}
