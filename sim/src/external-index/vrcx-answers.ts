import type { DatasetRecord } from '../dataset/record.ts'
import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { IndexedAvatars } from './indexed-avatars.ts'

/** Number of rows without the parameter `n`, as live providers answer for an author. */
const DEFAULT_ROWS = 50

/** Simulates a remote avatar database for VRCX. */
export function vrcxAnswer({ query }: SimRequest, index: IndexedAvatars): SimAnswer {
  const fileId = query.get('fileId')
  if (fileId !== null) {
    const avatar = index.byFile(fileId)
    return avatar === undefined
      ? { status: 404, body: { error: 'not found' } }
      : { status: 200, body: vrcxShape(avatar) }
  }
  const authorId = query.get('authorId')
  const rows = authorId === null ? index.search(query.get('search') ?? '') : index.byAuthor(authorId)
  return { status: 200, body: rows.slice(0, Number(query.get('n') ?? DEFAULT_ROWS)).map(vrcxShape) }
}

function vrcxShape(avatar: DatasetRecord): object {
  return {
    id: avatar.id,
    name: avatar.name,
    description: avatar.description,
    authorId: avatar.authorId,
    authorName: avatar.authorName,
    imageUrl: avatar.imageUrl,
    thumbnailImageUrl: avatar.thumbnailImageUrl,
    created_at: avatar.created_at,
    updated_at: avatar.updated_at,
    releaseStatus: avatar.releaseStatus,
  }
}
