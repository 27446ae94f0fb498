import { Type } from 'typebox'
import {
  AccountExportSchema,
  AccountSummarySchema,
  CollectionSchema,
  DeleteAccountBodySchema,
  EXPORT_FORMATS,
  FavoriteBatchAnswerSchema,
  FavoriteBatchSchema,
  GroupPatchSchema,
  GroupSchema,
  ImportAnswerSchema,
  ImportBodySchema,
  LikesQuerySchema,
  LikesSchema,
  MAX_IMPORT_BYTES,
  MarksSchema,
  NewGroupSchema,
  RESTORABLE_MINUTES,
  RestoreAnswerSchema,
  RestoreBodySchema,
  SavedQuerySchema,
} from '../account.ts'
import { EXAMPLE_AVATAR_ID, EXAMPLE_GROUP, MISSING_AVATAR_ID } from '../example-values.ts'
import { avatarParams, count } from '../fields.ts'
import { OkSchema } from '../paging.ts'
import { defineRoutes } from '../route.ts'
import { SettingsPatchSchema, SettingsSchema } from '../settings.ts'
import { nullable, shape, text } from '../shape.ts'

const account = { tag: 'account', auth: 'session', acceptsKey: true, inSpec: true } as const
const read = { ...account, method: 'GET', limit: 'read' } as const
const write = { ...account, limit: 'writes' } as const
const post = { ...write, method: 'POST' } as const
const put = { ...write, method: 'PUT' } as const
const remove = { ...write, method: 'DELETE' } as const
const extension = { inSpec: false } as const

/** Enough for 500 acts, each with two ids, or with URLs in their place. */
const MAX_BATCH_BYTES = 256 * 1024

const groupParams = Type.Object({ groupId: text(EXAMPLE_GROUP) })

const id = text(EXAMPLE_AVATAR_ID)
const groupId = nullable(text(EXAMPLE_GROUP))

const SavedSchema = shape({ ok: Type.Literal(true), id, saved: Type.Boolean() })
const LikedSchema = shape({
  ok: Type.Literal(true),
  id,
  liked: Type.Boolean(),
  likes: count("The avatar's likes now", 248),
})
const MovedSchema = shape({ ok: Type.Literal(true), id, groupId })

/** Spec, "Account". */
export const accountRoutes = defineRoutes({
  accountSummary: {
    ...read,
    path: '/account/summary',
    summary: 'Identity, settings and usage',
    response: AccountSummarySchema,
  },
  getSettings: { ...read, path: '/account/settings', summary: 'Your settings', response: SettingsSchema },
  updateSettings: {
    ...put,
    path: '/account/settings',
    summary: 'Change some of your settings',
    body: SettingsPatchSchema,
    response: SettingsSchema,
    docsSample: { body: { resultsPerPage: 48, compactGrid: true } },
  },
  listFavorites: {
    ...read,
    path: '/favorites',
    summary: 'Your saved avatars and groups',
    description:
      'All favorites are one list; groups only affect how it is shown. Without `limit` the answer has all of them; with it, a page and what the ' +
      'whole collection holds.',
    query: SavedQuerySchema,
    response: CollectionSchema,
    docsSample: { query: 'limit=60' },
  },
  clearFavorites: { ...remove, path: '/favorites', summary: 'Remove every saved avatar', response: OkSchema },
  saveFavorite: {
    ...put,
    path: '/favorites/{id}',
    summary: 'Save an avatar',
    params: avatarParams,
    response: SavedSchema,
    errors: ['avatar_not_found', 'saved_limit_reached'],
  },
  removeFavorite: {
    ...remove,
    path: '/favorites/{id}',
    summary: 'Remove a saved avatar',
    params: avatarParams,
    response: SavedSchema,
    docsSample: { answerValues: { saved: false } },
  },
  createGroup: {
    ...post,
    path: '/favorites/groups',
    summary: 'Create a group',
    body: NewGroupSchema,
    response: GroupSchema,
    errors: ['invalid_name', 'duplicate_name', 'group_limit_reached'],
  },
  updateGroup: {
    ...write,
    method: 'PATCH',
    path: '/favorites/groups/{groupId}',
    summary: 'Rename a group or change its icon',
    params: groupParams,
    body: GroupPatchSchema,
    response: GroupSchema,
    errors: ['invalid_name', 'duplicate_name', 'unknown_group'],
  },
  deleteGroup: {
    ...remove,
    path: '/favorites/groups/{groupId}',
    summary: 'Delete a group',
    description: 'Its avatars stay saved, without a group.',
    params: groupParams,
    response: OkSchema,
    errors: ['unknown_group'],
  },
  moveToGroup: {
    ...put,
    path: '/favorites/{id}/group',
    summary: 'Move a saved avatar into a group, or out of it',
    params: avatarParams,
    body: Type.Object({
      groupId: nullable(text(EXAMPLE_GROUP), { description: 'null takes it out of its group' }),
    }),
    response: MovedSchema,
    errors: ['unknown_group', 'not_saved'],
  },
  likeAvatar: {
    ...put,
    path: '/likes/{id}',
    summary: 'Like an avatar',
    params: avatarParams,
    response: LikedSchema,
    errors: ['avatar_not_found'],
  },
  unlikeAvatar: {
    ...remove,
    path: '/likes/{id}',
    summary: 'Remove a like',
    params: avatarParams,
    response: LikedSchema,
    docsSample: { answerValues: { liked: false, likes: 247 } },
  },
  listMarks: {
    ...read,
    ...extension,
    path: '/account/marks',
    summary: 'Ids of what you saved and liked',
    description: 'For marking these avatars in lists. Newest first.',
    response: MarksSchema,
  },
  batchFavorites: {
    ...post,
    ...extension,
    path: '/favorites/batch',
    summary: 'Save, remove, move and order up to 500 avatars',
    description:
      'Counts as one write. Each act is done as a whole or refused with its reason; a refused one does not stop the others.',
    body: FavoriteBatchSchema,
    bodyLimit: MAX_BATCH_BYTES,
    response: FavoriteBatchAnswerSchema,
    docsSample: {
      body: {
        acts: [
          { act: 'move', id: EXAMPLE_AVATAR_ID, groupId: EXAMPLE_GROUP },
          { act: 'save', id: MISSING_AVATAR_ID },
        ],
      },
      answer: {
        done: 1,
        refused: 1,
        results: [
          { index: 0, id: EXAMPLE_AVATAR_ID, status: 'done' },
          { index: 1, id: MISSING_AVATAR_ID, status: 'refused', code: 'avatar_not_found' },
        ],
      },
    },
  },
  restoreFavorites: {
    ...post,
    ...extension,
    path: '/favorites/restore',
    summary: 'Restore removed favorites',
    description: `Removed avatars can be restored for ${RESTORABLE_MINUTES} minutes, with their groups, dates and order, even if they are no longer listed.`,
    body: RestoreBodySchema,
    bodyLimit: MAX_BATCH_BYTES,
    response: RestoreAnswerSchema,
    docsSample: { body: { ids: [EXAMPLE_AVATAR_ID] }, answer: { ok: true, restored: 1 } },
  },
  listLikes: {
    ...read,
    ...extension,
    path: '/likes',
    summary: 'The avatars that you like',
    query: LikesQuerySchema,
    response: LikesSchema,
  },
  exportFavorites: {
    ...read,
    ...extension,
    path: '/favorites/export',
    summary: 'Your saved avatars as a file',
    description:
      '`json` and `csv` can be imported again, groups included. `vrcx` is the list that VRCX exports and imports.',
    query: Type.Object({
      format: Type.Enum(EXPORT_FORMATS, { default: 'json', description: 'What the file is for' }),
    }),
    response: Type.String({ description: 'JSON (see `CollectionFile`), or CSV' }),
    mediaType: '*/*',
    cacheControl: 'no-store',
  },
  importFavorites: {
    ...post,
    ...extension,
    path: '/favorites/import',
    summary: 'Save the avatars of a file',
    description:
      'Avatars that are not listed or are beyond the limit are left out; the others are saved in one transaction. Importing twice changes ' +
      'nothing. Missing groups are created. The first avatar of a file without dates counts as the newest.',
    body: ImportBodySchema,
    bodyLimit: MAX_IMPORT_BYTES,
    response: ImportAnswerSchema,
    errors: ['invalid_import'],
    docsSample: {
      body: { text: `${EXAMPLE_AVATAR_ID}\n${MISSING_AVATAR_ID}` },
      answer: {
        total: 2,
        added: 1,
        already: 0,
        unknown: 1,
        overLimit: 0,
        invalid: 0,
        groupsAdded: 0,
        groupsLeftOut: 0,
        unknownIds: [MISSING_AVATAR_ID],
      },
    },
  },
  exportAccount: {
    ...read,
    ...extension,
    acceptsKey: false,
    path: '/account/export',
    summary: 'Everything that is stored about you',
    response: AccountExportSchema,
    cacheControl: 'no-store',
  },
  deleteAccount: {
    ...write,
    ...extension,
    acceptsKey: false,
    auth: 'same-origin-session',
    method: 'DELETE',
    path: '/account',
    summary: 'Delete your account',
    description:
      'Immediately and irrevocably: settings, favorites, groups, likes, keys, sessions, applications and connections. Counters ' +
      'of what you liked and saved are lowered.',
    body: DeleteAccountBodySchema,
    response: OkSchema,
    errors: ['not_confirmed'],
  },
})
