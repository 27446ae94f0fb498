import { type Static, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { count, dateTime } from './fields.ts'
import { SettingsSchema } from './settings.ts'
import { namedShape, nullable, shape } from './shape.ts'

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
const GroupIconSchema = Type.Enum(GROUP_ICONS)

export const MAX_GROUPS = 50
export const MAX_GROUP_NAME = 40
export const MAX_SAVED = 10_000

export const GroupSchema = namedShape('FavoriteGroup', {
  id: Type.String(),
  name: Type.String(),
  icon: GroupIconSchema,
})
export type FavoriteGroup = Static<typeof GroupSchema>

/** The slice checks the length of the name after trimming; a bad name has its own error code. */
export const NewGroupSchema = Type.Object({
  name: Type.String({
    description: '1 to 40 characters that can be seen, unique among your groups ignoring case',
  }),
  icon: GroupIconSchema,
})

export const GroupPatchSchema = Type.Object(
  { name: Type.Optional(Type.String()), icon: Type.Optional(GroupIconSchema) },
  { minProperties: 1 },
)

const SavedAvatarSchema = namedShape('SavedAvatar', {
  ...AvatarSchema.properties,
  groupId: nullable(Type.String()),
  savedAt: dateTime(),
  available: Type.Boolean({ description: 'False while the avatar is not listed' }),
})

export const CollectionSchema = namedShape('Collection', {
  total: count(),
  avatars: Type.Array(SavedAvatarSchema),
  groups: Type.Array(GroupSchema),
  icons: Type.Array(GroupIconSchema, { description: 'All that a group may have' }),
})

/** Avatar ids, newest first, with which a page marks its avatars. */
export const MarksSchema = namedShape('Marks', {
  saved: Type.Array(Type.String()),
  liked: Type.Array(Type.String()),
})

export const EXPORT_FORMATS = ['json', 'csv', 'vrcx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Most characters of a file of favorites: twice what 10,000 with names and groups take. */
export const MAX_IMPORT_TEXT = 4_000_000

/** Bytes; large enough for the largest export in any script. */
export const MAX_IMPORT_BYTES = 12 * 1024 * 1024

export const ImportBodySchema = Type.Object({
  text: Type.String({
    maxLength: MAX_IMPORT_TEXT,
    description:
      'The file as it is: JSON or CSV as exported here, what VRCX exports, or any text with avatar ids in it',
  }),
})

/** Most ids in the answer to an import. */
export const NAMED_UNKNOWN = 1000

export const ImportedSchema = namedShape('ImportedFavorites', {
  total: count('Avatars in the file, each once'),
  added: count('Saved now'),
  already: count('Saved before; they stay as they are'),
  unknown: count('Not listed here'),
  overLimit: count('Left out, as 10,000 can be saved'),
  invalid: count('Entries without an avatar id'),
  groupsAdded: count(),
  groupsLeftOut: count('Groups that could not be made; their avatars are saved without a group'),
  unknownIds: Type.Array(Type.String(), {
    maxItems: NAMED_UNKNOWN,
    description: 'Of what is not listed; they can be submitted',
  }),
})
export type Imported = Static<typeof ImportedSchema>

/** A collection as a file that can be imported. */
export const CollectionFileSchema = namedShape('CollectionFile', {
  format: Type.Literal('avatary-favorites'),
  version: Type.Literal(1),
  exportedAt: dateTime(),
  groups: Type.Array(shape({ name: Type.String(), icon: GroupIconSchema })),
  avatars: Type.Array(
    shape({
      id: Type.String(),
      name: Type.String(),
      authorName: Type.String(),
      group: nullable(Type.String(), { description: 'Name of the group' }),
      savedAt: dateTime(),
    }),
    { description: 'Newest saved first' },
  ),
})

/** Identity from the community site; never an email address or a token. */
export const IdentitySchema = namedShape('Identity', {
  id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  picture: nullable(Type.String()),
  profile: nullable(Type.String()),
})

export const AccountSummarySchema = Type.Object(
  {
    user: IdentitySchema,
    settings: SettingsSchema,
    usage: Type.Object({ saved: count(), groups: count(), likes: count() }),
  },
  { $id: 'AccountSummary' },
)

export const AccountExportSchema = Type.Object(
  { exportedAt: dateTime(), user: IdentitySchema },
  {
    $id: 'AccountExport',
    additionalProperties: true,
    description: 'Everything that is held about you, a key for each subject',
  },
)

export const DeleteAccountBodySchema = Type.Object({
  username: Type.String({ description: 'Yours, to confirm' }),
})
