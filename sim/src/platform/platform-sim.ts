import {
  type SimAnswer,
  type SimOptions,
  type SimRequest,
  type SimServer,
  startSimServer,
} from '../server/sim-server.ts'
import { drawThumbnail, type ThumbnailFormat } from './thumbnail.ts'

/** An avatar in any shape that the platform has answered. */
export type PlatformAvatar = Readonly<Record<string, unknown>> & { readonly id: string }

/**
 * - `public` is answered;
 * - `private` belongs to somebody else and is answered 404;
 * - `private-shown` is answered with `releaseStatus` private;
 * - `hidden` is deleted, and answered with `releaseStatus` hidden;
 * - `missing` has never existed.
 */
type AvatarState = 'public' | 'private' | 'private-shown' | 'hidden' | 'missing'

/** A picture is deleted, or answered with a redirect: by default to the simulator's own storage. */
type PictureState = 'missing' | { readonly redirectTo?: string }

export interface PlatformSim extends SimServer {
  /** Adds or replaces a public avatar. */
  put(avatar: PlatformAvatar): void
  setState(id: string, state: AvatarState): void
  setPicture(file: string, state: PictureState): void
  /** Refuses every session, as after a sign-out elsewhere, or accepts sessions again. */
  refuseSessions(isRefused: boolean): void
  /** Requests for avatars in order, with milliseconds of the simulator's clock. */
  lookups(): readonly { id: string; atMs: number }[]
}

export interface PlatformSimOptions extends SimOptions {
  avatars?: Iterable<PlatformAvatar>
  /** Accepted value of the `auth` cookie. */
  authCookie?: string
  /** Draws a file, `size` pixels wide. */
  draw?: (file: string, size: number, format: ThumbnailFormat) => Promise<Buffer>
  /** Defaults to PNG, as the platform's pictures. */
  pictureFormat?: ThumbnailFormat
}

const AVATAR_PATH = /^\/api\/1\/avatars\/([^/]+)$/
const IMAGE_PATH = /^\/api\/1\/(?:image\/(file_[^/]+)\/\d+\/(\d+)|file\/(file_[^/]+)\/\d+\/file)$/
/** Path to which pictures are redirected. */
const STORED_PATH = /^\/stored\/(file_[^/]+)\/(\d+)$/
/** `applicationName/Version contactInfo` (the platform's creator guidelines). */
const PROPER_USER_AGENT = /^[^\s/]+\/\S+\s+\S+/
const FULL_WIDTH = 1024

/** Simulates the part of the platform's API that an index needs. */
export async function startPlatformSim({
  now,
  avatars = [],
  authCookie = 'authcookie_simulated',
  port,
  draw = drawThumbnail,
  pictureFormat = 'png',
}: PlatformSimOptions): Promise<PlatformSim> {
  const avatarsById = new Map(Array.from(avatars, avatar => [avatar.id, avatar]))
  const states = new Map<string, AvatarState>()
  const pictures = new Map<string, PictureState>()
  let isRefusing = false
  const drawPicture = async (file: string, size: number): Promise<SimAnswer> => ({
    status: 200,
    headers: { 'content-type': `image/${pictureFormat}`, 'cache-control': 'public, max-age=86400' },
    body: await draw(file, Math.min(Math.max(size, 32), FULL_WIDTH), pictureFormat),
  })

  const pictureAnswer = async (file: string, size: number): Promise<SimAnswer> => {
    const picture = pictures.get(file)
    if (picture === 'missing') return platformError(404, 'File not found')
    if (picture === undefined) return await drawPicture(file, size)
    const location = picture.redirectTo ?? `/stored/${file}/${size}?Signature=simulated`
    return { status: 302, headers: { location }, body: '' }
  }

  const service = async (request: SimRequest): Promise<SimAnswer> => {
    if (!PROPER_USER_AGENT.test(request.headers['user-agent'] ?? '')) return REFUSED_BY_FIREWALL
    const imageMatch = IMAGE_PATH.exec(request.path)
    if (imageMatch !== null)
      return await pictureAnswer((imageMatch[1] ?? imageMatch[3])!, Number(imageMatch[2] ?? FULL_WIDTH))
    const storedMatch = STORED_PATH.exec(request.path)
    if (storedMatch !== null) return await drawPicture(storedMatch[1]!, Number(storedMatch[2]))
    const id = AVATAR_PATH.exec(request.path)?.[1]
    if (id === undefined) return platformError(404, 'Not Found')
    // The platform's messages contain the quotation marks.
    if (isRefusing) return platformError(401, '"Unauthorized"')
    if (!hasCookie(request, authCookie)) return platformError(401, '"Missing Credentials"')
    return answerFor(avatarsById.get(id), states.get(id) ?? 'public')
  }

  const server = await startSimServer({ service, now, port })
  return {
    ...server,
    put: avatar => {
      avatarsById.set(avatar.id, avatar)
      states.delete(avatar.id)
    },
    setState: (id, state) => states.set(id, state),
    setPicture: (file, state) => pictures.set(file, state),
    refuseSessions: isRefused => {
      isRefusing = isRefused
    },
    lookups: () =>
      server.requests.flatMap(({ path, atMs }) => {
        const id = AVATAR_PATH.exec(path)?.[1]
        return id === undefined ? [] : [{ id, atMs }]
      }),
  }
}

const REFUSED_BY_FIREWALL: SimAnswer = {
  status: 403,
  body: {
    error: {
      message:
        '"please identify yourself with a properly formatted user-agent containing application name, version and contact information. thank you!"',
      status_code: 403,
      waf_code: 13799,
    },
  },
}

function answerFor(avatar: PlatformAvatar | undefined, state: AvatarState): SimAnswer {
  if (avatar === undefined || state === 'missing' || state === 'private')
    return platformError(404, 'Avatar Not Found')
  if (state === 'hidden') return avatarAnswer({ ...avatar, releaseStatus: 'hidden' })
  if (state === 'private-shown') return avatarAnswer({ ...avatar, releaseStatus: 'private' })
  return avatarAnswer(avatar)
}

function avatarAnswer(body: object): SimAnswer {
  return { status: 200, headers: { 'cache-control': 'private, no-cache' }, body }
}

function platformError(status: number, message: string): SimAnswer {
  return { status, body: { error: { message, status_code: status } } }
}

function hasCookie({ headers }: SimRequest, value: string): boolean {
  const cookies = (headers.cookie ?? '').split(/;\s*/)
  return cookies.includes(`auth=${value}`)
}
