import { type Avatar, type MirrorAvatar, MirrorAvatarSchema } from '@avatary/contract/avatar'
import { VRCX_NO_DATE, type VrcxAvatar } from '@avatary/contract/vrcx'
import { type WorldAvatar, WorldAvatarSchema } from '@avatary/contract/world'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { AVATAR_SHAPE, type AvatarShape, shapeOf } from '../../src/avatars/shape.ts'
import { JsonWriter } from '../../src/kernel/json-writer.ts'
import type { RecordStore } from '../../src/platform/read-model/record-store.ts'
import type { IndexedValues } from '../../src/platform/read-model/record-writer.ts'
import type { SnapshotSections } from '../../src/platform/read-model/snapshot-file.ts'
import { asArray, type SnapshotArray, typeOf } from '../../src/platform/read-model/snapshot-format.ts'
import { VRCX_SHAPE } from '../../src/slices/interop/vrcx/answers.ts'

/** A record in each form that a store writes, as JSON. */
export interface RecordForms {
  catalog: string
  mirrors: string
  worlds: string
  vrcx: string
}

/** The avatar as the spec's table defines it, written independently of the store. */
export function expectedAvatar(record: CatalogRecord): Avatar {
  const { pc, quest, ios } = record.performance
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    authorId: record.authorId,
    authorName: record.authorName,
    authorVrclUrl: record.authorVrclUrl,
    imageUrl: record.imageUrl,
    tags: [...record.tags],
    aiTags: [...record.aiTags],
    platforms: [...record.platforms],
    performance: { ...(pc && { pc }), ...(quest && { quest }), ...(ios && { ios }) },
    addedAt: new Date(record.addedAtMs).toISOString(),
    updatedAt: record.updatedAtMs === null ? null : new Date(record.updatedAtMs).toISOString(),
    views: record.views,
    likes: record.likes,
  }
}

/** The keys of the contract's `MirrorAvatar`, in order. */
function expectedForMirrors(record: CatalogRecord): MirrorAvatar {
  const created = record.createdAtMs
  return { ...expectedAvatar(record), createdAt: created === null ? null : new Date(created).toISOString() }
}

/** The keys of the spec's `/world/search`, in order. */
export function expectedForWorlds(record: CatalogRecord): WorldAvatar {
  const { id, name, authorName, authorId, imageUrl, tags, aiTags, platforms, views, likes } =
    expectedAvatar(record)
  return { id, name, authorName, authorId, imageUrl, tags, aiTags, platforms, views, likes }
}

/** The keys of the contract's `VrcxAvatar`, in order. */
export function expectedForVrcx(record: CatalogRecord): VrcxAvatar {
  const avatar = expectedAvatar(record)
  const date = (ms: number | null) => (ms === null ? VRCX_NO_DATE : new Date(ms).toISOString())
  return {
    id: avatar.id,
    name: avatar.name,
    description: avatar.description,
    authorId: avatar.authorId,
    authorName: avatar.authorName,
    imageUrl: avatar.imageUrl,
    thumbnailImageUrl: avatar.imageUrl,
    tags: avatar.tags,
    platforms: avatar.platforms,
    performance: avatar.performance,
    created_at: date(record.createdAtMs),
    updated_at: date(record.updatedAtMs),
    releaseStatus: 'public',
  }
}

export function expectedForms(record: CatalogRecord): RecordForms {
  return {
    catalog: JSON.stringify(expectedAvatar(record)),
    mirrors: JSON.stringify(expectedForMirrors(record)),
    worlds: JSON.stringify(expectedForWorlds(record)),
    vrcx: JSON.stringify(expectedForVrcx(record)),
  }
}

/** A store prepares a form once per array that it is given. */
const FORMS = {
  catalog: AVATAR_SHAPE,
  mirrors: shapeOf(MirrorAvatarSchema),
  worlds: shapeOf(WorldAvatarSchema),
  vrcx: VRCX_SHAPE,
}

/** The values of a record that a store reads from the index. */
type IndexValues = Pick<CatalogRecord, 'id' | 'addedAtMs' | 'updatedAtMs' | 'views' | 'likes'>

/** An index in which every slot has these values. */
export function indexWith(values: IndexValues): IndexedValues {
  const uuid = Buffer.from(values.id.replace('avtr_', '').replaceAll('-', ''), 'hex')
  return {
    readId: (_, into) => void uuid.copy(into),
    viewsOf: () => values.views,
    likesOf: () => values.likes,
    addedAtMsOf: () => values.addedAtMs,
    updatedAtMsOf: () => values.updatedAtMs,
  }
}

/**
 * The forms that a store writes of a slot.
 * @param values of the avatar in the index.
 */
export function writtenForms(store: RecordStore, slot: number, values: IndexValues): RecordForms {
  const source = indexWith(values)
  const text = (shape: AvatarShape) => {
    const out = new JsonWriter(16)
    store.write(shape, slot, source, out)
    return out.toBuffer().toString()
  }
  const { catalog, mirrors, worlds, vrcx } = FORMS
  return { catalog: text(catalog), mirrors: text(mirrors), worlds: text(worlds), vrcx: text(vrcx) }
}

/** Captured sections as a snapshot file returns them: each array in one piece, and nothing shared. */
export function loadedSections(captured: SnapshotSections): Record<string, SnapshotArray> {
  const sections = Object.entries(captured).map(([name, section]): [string, SnapshotArray] => {
    const pieces = [section].flat()
    const bytes = Buffer.concat(
      pieces.map(piece => Buffer.from(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength))),
    )
    const buffer = new Uint8Array(bytes).buffer
    return [name, asArray(pieces[0] === undefined ? 'u32' : typeOf(pieces[0]), buffer)]
  })
  return Object.fromEntries(sections)
}
