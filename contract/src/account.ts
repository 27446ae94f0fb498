import { type Static, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { EXAMPLE_AVATAR_ID, EXAMPLE_GROUP, EXAMPLE_PERSON, MISSING_AVATAR_ID } from './example-values.ts'
import {
  count,
  dateTime,
  limitField,
  nextOffset,
  offsetField,
  optionalLimitField,
  textField,
} from './fields.ts'
import { SettingsSchema } from './settings.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

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
export const MAX_GROUP_NAME_LENGTH = 40
export const MAX_SAVED_AVATARS = 10_000

export const GroupSchema = namedShape('FavoriteGroup', {
  id: text(EXAMPLE_GROUP),
  name: text('Foxes'),
  icon: GroupIconSchema,
})
export type FavoriteGroup = Static<typeof GroupSchema>

/** The slice checks the length of the trimmed name, because a bad name has its own error code. */
export const NewGroupSchema = Type.Object({
  name: text('Foxes', '1 to 40 characters that can be seen, unique among your groups ignoring case'),
  icon: GroupIconSchema,
})

export const GroupPatchSchema = Type.Object(
  { name: Type.Optional(text('Foxes')), icon: Type.Optional(GroupIconSchema) },
  { minProperties: 1 },
)

const SavedAvatarSchema = namedShape('SavedAvatar', {
  ...AvatarSchema.properties,
  groupId: nullable(text(EXAMPLE_GROUP)),
  savedAt: dateTime(),
  available: Type.Boolean({ description: 'False while the avatar is not listed' }),
})

/** Maximum number of avatars on a page of favorites or likes, and of acts in a batch. */
const MAX_SAVED_PAGE_SIZE = 500

const SAVED_SORTS = ['saved', 'name', 'own'] as const

/** The value of `group` for avatars that are in no group. */
export const NO_GROUP = 'none'

export const SavedQuerySchema = Type.Object({
  q: textField('Only avatars whose name, creator or tags contain every word'),
  group: textField(`Only avatars of the group with this id; \`${NO_GROUP}\` for those without a group`),
  available: Type.Optional(
    Type.Enum(['yes', 'no'], { description: '`yes`: only listed avatars; `no`: only those that are not' }),
  ),
  sort: Type.Enum(SAVED_SORTS, {
    default: 'saved',
    description: 'Newest saved first, by name, or in the order that `POST /favorites/batch` made',
  }),
  limit: optionalLimitField(MAX_SAVED_PAGE_SIZE),
  offset: offsetField(),
})
export type SavedQuery = Static<typeof SavedQuerySchema>

/** The envelope of a page of favorites, with the counts of all favorites. */
const SavedPageSchema = namedShape(
  'SavedPage',
  {
    limit: count('The applied limit'),
    offset: count('The applied offset'),
    nextOffset: nextOffset(),
    saved: count('Saved avatars in all'),
    unavailable: count('Saved avatars that are not listed'),
    counts: Type.Array(shape({ groupId: nullable(text(EXAMPLE_GROUP)), avatars: count() }), {
      description: 'Number of saved avatars per non-empty group; null stands for no group',
    }),
  },
  { description: 'Only in answers to requests with a `limit`' },
)
export type SavedPage = Static<typeof SavedPageSchema>

export const CollectionSchema = namedShape('Collection', {
  total: count('Avatars that match the parameters'),
  avatars: Type.Array(SavedAvatarSchema),
  groups: Type.Array(GroupSchema),
  icons: Type.Array(GroupIconSchema, { description: 'All icons that a group can have' }),
  page: Type.Optional(SavedPageSchema),
})

const LikedAvatarSchema = namedShape('LikedAvatar', {
  ...AvatarSchema.properties,
  likedAt: dateTime(),
  available: Type.Boolean({ description: 'False while the avatar is not listed' }),
})

export const LikesQuerySchema = Type.Object({
  limit: limitField(MAX_SAVED_PAGE_SIZE, 60),
  offset: offsetField(),
})

export const LikesSchema = namedShape('Likes', {
  total: count('Avatars that you like'),
  limit: count('The applied limit'),
  offset: count('The applied offset'),
  nextOffset: nextOffset(),
  avatars: Type.Array(LikedAvatarSchema, { description: 'Latest liked first' }),
})

const actId = text(EXAMPLE_AVATAR_ID, 'Avatar id, or any URL of the avatar on the platform')
const actGroup = nullable(text(EXAMPLE_GROUP), {
  description: 'Id of the group, or null for none',
})

const FavoriteActSchema = Type.Union(
  [
    Type.Object({ act: Type.Literal('save'), id: actId, groupId: Type.Optional(actGroup) }),
    Type.Object({ act: Type.Literal('remove'), id: actId }),
    Type.Object({ act: Type.Literal('move'), id: actId, groupId: actGroup }),
    Type.Object({
      act: Type.Literal('order'),
      id: actId,
      before: nullable(text(EXAMPLE_AVATAR_ID), {
        description: 'Id of the saved avatar before which to place it in your own order; null places it last',
      }),
    }),
  ],
  {
    $id: 'FavoriteAct',
    description:
      'an act: `save` or `remove` with an `id`, `move` with `id` and `groupId`, or `order` with `id` and `before`',
  },
)
export type FavoriteAct = Static<typeof FavoriteActSchema>

export const FavoriteBatchSchema = Type.Object({
  acts: Type.Array(FavoriteActSchema, {
    minItems: 1,
    maxItems: MAX_SAVED_PAGE_SIZE,
    description: 'Applied in order',
  }),
})

/** Reasons for which an act is not done; they are also codes of the error table. */
const ACT_CODES = ['avatar_not_found', 'saved_limit_reached', 'unknown_group', 'not_saved'] as const
export type ActCode = (typeof ACT_CODES)[number]

const actItem = {
  index: count('Index in the request, from 0', 0),
  id: text(EXAMPLE_AVATAR_ID, 'The avatar id; for an act without a valid id, the text that was sent'),
}

const ActResultSchema = Type.Union(
  [
    shape({ ...actItem, status: Type.Literal('done') }),
    shape({ ...actItem, status: Type.Literal('refused'), code: Type.Enum(ACT_CODES) }),
  ],
  { $id: 'FavoriteActResult' },
)

export const FavoriteBatchAnswerSchema = namedShape('FavoriteBatchAnswer', {
  done: count(),
  refused: count(),
  results: Type.Array(ActResultSchema, { description: 'In the order of the request' }),
})
export type FavoriteBatchAnswer = Static<typeof FavoriteBatchAnswerSchema>

export const RESTORABLE_MINUTES = 60

export const RestoreBodySchema = Type.Object({
  ids: Type.Optional(
    Type.Array(text(EXAMPLE_AVATAR_ID), {
      minItems: 1,
      maxItems: MAX_SAVED_PAGE_SIZE,
      description:
        'Ids of the avatars; when absent, all that were removed last together, for example by clearing',
    }),
  ),
})

export const RestoreAnswerSchema = shape({
  ok: Type.Literal(true),
  restored: count('Avatars restored as they were'),
})

/** The saved and liked avatars, newest first, which the site marks in its lists. */
export const MarksSchema = namedShape('Marks', {
  saved: Type.Array(text(EXAMPLE_AVATAR_ID)),
  liked: Type.Array(text(EXAMPLE_AVATAR_ID)),
})

export const EXPORT_FORMATS = ['json', 'csv', 'vrcx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Maximum length of a file of favorites: twice that of 10,000 favorites with names and groups. */
export const MAX_IMPORT_LENGTH = 4_000_000

/** Maximum size of the body with that text; the largest export fits, in any writing system. */
export const MAX_IMPORT_BYTES = 12 * 1024 * 1024

export const ImportBodySchema = Type.Object({
  text: Type.String({
    maxLength: MAX_IMPORT_LENGTH,
    description:
      'The unchanged text of the file: JSON or CSV as exported here, an export of VRCX, or any text that contains avatar ids',
    examples: [EXAMPLE_AVATAR_ID],
  }),
})

/** Maximum number of ids in the answer to an import; there may be more that are not listed. */
export const MAX_UNKNOWN_IDS = 1000

export const ImportAnswerSchema = namedShape('ImportedFavorites', {
  total: count('Distinct avatars in the file'),
  added: count('Saved now'),
  already: count('Already saved; they are not changed'),
  unknown: count('Not listed here'),
  overLimit: count('Not saved, because at most 10,000 avatars can be saved'),
  invalid: count('Entries without an avatar id'),
  groupsAdded: count(),
  groupsLeftOut: count('Groups that could not be made; their avatars are saved without a group'),
  unknownIds: Type.Array(text(MISSING_AVATAR_ID), {
    maxItems: MAX_UNKNOWN_IDS,
    description: 'Ids of avatars that are not listed; they can be submitted',
  }),
})
export type ImportAnswer = Static<typeof ImportAnswerSchema>

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
  id: text(EXAMPLE_PERSON.id),
  username: text(EXAMPLE_PERSON.username),
  name: text(EXAMPLE_PERSON.name),
  picture: nullable(text(EXAMPLE_PERSON.picture)),
  profile: nullable(text(EXAMPLE_PERSON.profile)),
})

export const AccountSummarySchema = Type.Object(
  {
    user: IdentitySchema,
    settings: SettingsSchema,
    usage: Type.Object({ saved: count(), groups: count(), likes: count(undefined, 248) }),
  },
  { $id: 'AccountSummary' },
)

export const AccountExportSchema = Type.Object(
  { exportedAt: dateTime(), user: IdentitySchema },
  {
    $id: 'AccountExport',
    additionalProperties: true,
    description: 'Everything that is stored about you, with one key per topic',
  },
)

export const DeleteAccountBodySchema = Type.Object({
  username: text(EXAMPLE_PERSON.username, 'Your username, to confirm the deletion'),
})
