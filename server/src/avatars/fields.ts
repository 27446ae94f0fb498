import type { MirrorAvatar } from '@avatary/contract/avatar'
import {
  count,
  type FieldKind,
  moment,
  optional,
  optionalMoment,
  performance,
  platforms,
  text,
  texts,
} from './field-kinds.ts'

interface AvatarField<Wire> {
  /** In records. */
  readonly name: string
  readonly kind: FieldKind<unknown, unknown, Wire>
  /** Of table `avatars`; absent when another table has it. */
  readonly column?: string
  /** Sources tell it, and `mergePatch` decides which of them counts; a blank that is `unknown` tells nothing. */
  readonly told?: { readonly blank: 'known' | 'unknown' }
}

/** Everything that answers carry of an avatar, by its name on the wire. */
const AVATAR_FIELDS = {
  /** `avtr_` and a lower-case UUID shape. */
  id: { name: 'id', kind: text, column: 'id' },
  name: { name: 'name', kind: text, column: 'name', told: { blank: 'known' } },
  description: { name: 'description', kind: text, column: 'description', told: { blank: 'known' } },
  /** `usr_…`, a legacy 10-character id, or empty when no source said. */
  authorId: { name: 'authorId', kind: text, column: 'author_id', told: { blank: 'unknown' } },
  authorName: { name: 'authorName', kind: text, column: 'author_name', told: { blank: 'known' } },
  authorVrclUrl: { name: 'authorVrclUrl', kind: optional<string>() },
  /** A URL on one of the platform's image hosts, or empty. */
  imageUrl: { name: 'imageUrl', kind: text, column: 'image_url', told: { blank: 'known' } },
  /** In published order. */
  tags: { name: 'tags', kind: texts, column: 'tags', told: { blank: 'known' } },
  aiTags: { name: 'aiTags', kind: texts, column: 'ai_tags' },
  /** In the order of the contract. */
  platforms: { name: 'platforms', kind: platforms, column: 'platforms', told: { blank: 'known' } },
  performance: { name: 'performance', kind: performance, column: 'performance', told: { blank: 'known' } },
  addedAt: { name: 'addedAtMs', kind: moment, column: 'added_at_ms' },
  /** Last change on the platform. */
  updatedAt: {
    name: 'updatedAtMs',
    kind: optionalMoment,
    column: 'updated_at_ms',
    told: { blank: 'unknown' },
  },
  views: { name: 'views', kind: count },
  likes: { name: 'likes', kind: count },
  /** Creation on the platform. */
  createdAt: {
    name: 'createdAtMs',
    kind: optionalMoment,
    column: 'created_at_ms',
    told: { blank: 'unknown' },
  },
} as const satisfies { [Wire in keyof MirrorAvatar]: AvatarField<MirrorAvatar[Wire]> }

type Fields = typeof AVATAR_FIELDS
type FieldName = keyof Fields
type ColumnField = { [F in FieldName]: Fields[F] extends { column: string } ? F : never }[FieldName]
type ToldField = { [F in FieldName]: Fields[F] extends { told: object } ? F : never }[FieldName]
type ValueOf<F extends FieldName> = ReturnType<Fields[F]['kind']['normal']>

/** Every field as records hold it. */
export type AvatarValues = { [F in FieldName as Fields[F]['name']]: ValueOf<F> }
/** Those that sources tell. */
export type ToldValues = { [F in ToldField as Fields[F]['name']]: ValueOf<F> }
/** Those that table `avatars` has. */
export type ColumnValues = { [F in ColumnField as Fields[F]['name']]: ValueOf<F> }
/** Columns of table `avatars` that hold fields. */
export type FieldColumns = {
  [F in ColumnField as Fields[F]['column']]: ReturnType<Fields[F]['kind']['toColumn']>
}

/** Every field with its name on the wire, in the order of the contract. */
export const WIRE_FIELDS = Object.entries<AvatarField<unknown>>(AVATAR_FIELDS) as readonly [
  wire: FieldName,
  field: AvatarField<unknown> & { readonly name: keyof AvatarValues },
][]
const ALL: readonly AvatarField<unknown>[] = Object.values(AVATAR_FIELDS)

export const COLUMN_FIELDS = ALL.filter(
  ({ column }) => column !== undefined,
) as readonly (AvatarField<unknown> & {
  readonly name: keyof ColumnValues
  readonly column: keyof FieldColumns
})[]

export const TOLD_FIELDS = ALL.filter(({ told }) => told !== undefined) as readonly (AvatarField<unknown> & {
  readonly name: keyof ToldValues
  readonly told: { readonly blank: 'known' | 'unknown' }
})[]
