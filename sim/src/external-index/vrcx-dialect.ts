import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { HeldAvatar, HeldAvatars } from './held-avatar.ts'

/** Rows without `n`: what live providers answer for an author. */
const USUAL_ROWS = 50

/** A remote avatar database as VRCX asks it (domain facts, "VRCX remote avatar database provider"). */
export function vrcxAnswer({ query }: SimRequest, held: HeldAvatars): SimAnswer {
  const fileId = query.get('fileId')
  if (fileId !== null) {
    const found = held.byFile(fileId)
    return found === undefined
      ? { status: 404, body: { error: 'not found' } }
      : { status: 200, body: vrcxShape(found) }
  }
  const authorId = query.get('authorId')
  const rows = authorId === null ? held.search(query.get('search') ?? '') : held.byAuthor(authorId)
  return { status: 200, body: rows.slice(0, Number(query.get('n') ?? USUAL_ROWS)).map(vrcxShape) }
}

function vrcxShape(avatar: HeldAvatar): object {
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
