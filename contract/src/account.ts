import { type Static, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { count, dateTime } from './fields.ts'
import { SettingsSchema } from './settings.ts'

/** Design: "Account". */
export const GROUP_ICONS = [
  'star',
  'heart',
  'bookmark',
  'folder',
  'sparkles',
  'crown',
  'flame',
  'moon',
  'ghost',
  'cat',
  'dog',
  'bot',
  'music',
  'gamepad',
  'shirt',
  'wand',
] as const
export type GroupIcon = (typeof GROUP_ICONS)[number]
export const GroupIconSchema = Type.Enum(GROUP_ICONS)

export const MAX_GROUPS = 50
export const MAX_GROUP_NAME = 40
export const MAX_SAVED = 10_000

export const GroupSchema = Type.Object(
  { id: Type.String(), name: Type.String(), icon: GroupIconSchema },
  { $id: 'FavoriteGroup', additionalProperties: false },
)
export type FavoriteGroup = Static<typeof GroupSchema>

/** Bounds of the name are the slice's to check: it trims first, and a bad name has its own error code. */
export const NewGroupSchema = Type.Object({
  name: Type.String({ description: '1 to 40 characters, unique among your groups ignoring case' }),
  icon: GroupIconSchema,
})

export const GroupPatchSchema = Type.Object(
  { name: Type.Optional(Type.String()), icon: Type.Optional(GroupIconSchema) },
  { minProperties: 1 },
)

export const SavedAvatarSchema = Type.Object(
  {
    ...AvatarSchema.properties,
    groupId: Type.Union([Type.String(), Type.Null()]),
    savedAt: dateTime(),
    available: Type.Boolean({ description: 'False while the avatar is not listed' }),
  },
  { $id: 'SavedAvatar', additionalProperties: false },
)

export const CollectionSchema = Type.Object(
  {
    total: count(),
    avatars: Type.Array(SavedAvatarSchema),
    groups: Type.Array(GroupSchema),
    icons: Type.Array(GroupIconSchema, { description: 'All that a group may have' }),
  },
  { $id: 'Collection', additionalProperties: false },
)

/** Identity as the community site tells it; never an email address or a token. */
export const IdentitySchema = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    name: Type.String(),
    picture: Type.Union([Type.String(), Type.Null()]),
    profile: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Identity', additionalProperties: false },
)

export const AccountSummarySchema = Type.Object(
  {
    user: IdentitySchema,
    settings: SettingsSchema,
    usage: Type.Object({ saved: count(), groups: count(), likes: count() }),
  },
  { $id: 'AccountSummary' },
)
