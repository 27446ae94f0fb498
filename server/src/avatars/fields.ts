import type { MirrorAvatar } from '@avatary/contract/avatar'
import {
  creationMoment,
  type FieldKind,
  moment,
  number,
  optional,
  performance,
  platforms,
  text,
  texts,
  url,
} from './field-kinds.ts'

interface AvatarFieldOf<Wire> {
  /** The property of records, where its name differs from the one on the wire. */
  readonly name?: string
  readonly kind: FieldKind<unknown, unknown, Wire>
  /** The column of table `avatars`; absent when the field is stored in another table. */
  readonly column?: string
  /** Set when sources provide the field: whether `mergePatch` takes every value, or only one that is not blank. */
  readonly fromSource?: SourceRule
  readonly form: Form
  /** The texts around the UUID in most values; of such a value the read model stores only the UUID. */
  readonly uuidText?: { readonly prefix: string; readonly suffix: string }
}

type SourceRule = 'always' | 'unless blank'
/** Null means that nobody knows the value, so it replaces none. */
type RuleFor<Wire> = null extends Wire ? { readonly fromSource?: 'unless blank' } : unknown

/**
 * The form of a field in the read model: by itself in an avatar's record (`own`), there as a moment of 1970 to 10000,
 * inside one of four texts that avatars share (`author` to `traits`), or in the search index (`id` to the last).
 */
type Form = 'own' | 'moment' | 'author' | 'tags' | 'aiTags' | 'traits' | 'id' | 'counter' | 'indexed moment'

/** Every field that answers can contain, by its name on the wire. */
const AVATAR_FIELDS = {
  /** `avtr_` and a lower-case UUID. */
  id: { kind: text, column: 'id', form: 'id' },
  name: { kind: text, column: 'name', fromSource: 'always', form: 'own' },
  description: { kind: text, column: 'description', fromSource: 'always', form: 'own' },
  /** `usr_…`, a legacy id of 10 characters, or empty when no source gave one. */
  authorId: {
    kind: text,
    column: 'author_id',
    fromSource: 'unless blank',
    form: 'author',
    uuidText: { prefix: 'usr_', suffix: '' },
  },
  authorName: { kind: text, column: 'author_name', fromSource: 'always', form: 'author' },
  authorVrclUrl: { kind: url, form: 'author' },
  /** A URL on one of the platform's image hosts, or empty. */
  imageUrl: {
    kind: text,
    column: 'image_url',
    fromSource: 'always',
    form: 'own',
    uuidText: { prefix: 'https://api.vrchat.cloud/api/1/image/file_', suffix: '/1/256' },
  },
  tags: { kind: texts, column: 'tags', fromSource: 'always', form: 'tags' },
  aiTags: { kind: texts, column: 'ai_tags', form: 'aiTags' },
  platforms: { kind: platforms, column: 'platforms', fromSource: 'always', form: 'traits' },
  performance: { kind: performance, column: 'performance', fromSource: 'always', form: 'traits' },
  addedAt: { name: 'addedAtMs', kind: moment, column: 'added_at_ms', form: 'indexed moment' },
  updatedAt: {
    name: 'updatedAtMs',
    kind: optional(moment),
    column: 'updated_at_ms',
    fromSource: 'unless blank',
    form: 'indexed moment',
  },
  views: { kind: number, form: 'counter' },
  likes: { kind: number, form: 'counter' },
  createdAt: {
    name: 'createdAtMs',
    kind: creationMoment,
    column: 'created_at_ms',
    fromSource: 'unless blank',
    form: 'moment',
  },
} as const satisfies {
  [Wire in keyof MirrorAvatar]: AvatarFieldOf<MirrorAvatar[Wire]> & RuleFor<MirrorAvatar[Wire]>
}

type Fields = typeof AVATAR_FIELDS
export type FieldName = keyof Fields
export type FieldWith<Kind extends Form> = {
  [F in FieldName]: Fields[F]['form'] extends Kind ? F : never
}[FieldName]
type ColumnField = { [F in FieldName]: Fields[F] extends { column: string } ? F : never }[FieldName]
type SourceField = { [F in FieldName]: Fields[F] extends { fromSource: SourceRule } ? F : never }[FieldName]
type NameOf<F extends FieldName> = Fields[F] extends { name: infer Name extends string } ? Name : F
type ValueOf<F extends FieldName> = ReturnType<Fields[F]['kind']['normalise']>

/** All fields, under the names that records use. */
export type AvatarValues = { [F in FieldName as NameOf<F>]: ValueOf<F> }
export type SourceValues = { [F in SourceField as NameOf<F>]: ValueOf<F> }
/** The fields stored in table `avatars`. */
export type ColumnValues = { [F in ColumnField as NameOf<F>]: ValueOf<F> }
/** The columns of table `avatars` that hold fields. */
export type FieldColumns = {
  [F in ColumnField as Fields[F]['column']]: ReturnType<Fields[F]['kind']['toColumn']>
}

type DeclaredField = AvatarFieldOf<unknown>

export interface AvatarField extends DeclaredField {
  readonly wire: FieldName
  readonly name: keyof AvatarValues
}

/** Every field that answers can contain, in the order of the contract. */
export const WIRE_FIELDS = Object.entries<DeclaredField>(AVATAR_FIELDS).map(
  ([wire, field]) => ({ wire, name: wire, ...field }) as AvatarField,
)

export const BLANK_VALUES = Object.fromEntries(
  WIRE_FIELDS.map(({ name, kind }) => [name, kind.blank]),
) as AvatarValues

type FieldWithColumn = AvatarField & {
  readonly name: keyof ColumnValues
  readonly column: keyof FieldColumns
}
type FieldFromSource = AvatarField & { readonly name: keyof SourceValues; readonly fromSource: SourceRule }

export const COLUMN_FIELDS = WIRE_FIELDS.filter(
  (field): field is FieldWithColumn => field.column !== undefined,
)
export const SOURCE_FIELDS = WIRE_FIELDS.filter(
  (field): field is FieldFromSource => field.fromSource !== undefined,
)
