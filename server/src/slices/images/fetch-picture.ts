import { IMAGE_TYPES, type ImageType } from '@avatary/contract/images'
import type { Download, UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'
import { imageTypeOf } from './image-type.ts'
import { isPictureOrigin, withConfiguredOrigin } from './picture.ts'
import type { UpstreamOfOrigin } from './ports.ts'

export type PictureOutcome =
  | { readonly kind: 'picture'; readonly bytes: Buffer; readonly type: ImageType }
  /** There is no picture at that URL, and there will be none soon. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number | null }

/** The platform's API redirects to its file storage. */
const MAX_REDIRECTS = 3
const ACCEPT = IMAGE_TYPES.join(', ')

/** Faults of the picture rather than its host, which a retry would meet again. */
const PERMANENT_FAULTS: readonly UpstreamFault[] = ['too_large', 'redirected']

/** Fetches a picture. It follows redirects between the platform's hosts, and to no other host. */
export async function fetchPicture(
  upstreamOf: UpstreamOfOrigin,
  { url, apiUrl, signal }: { url: URL; apiUrl: string; signal: AbortSignal },
): Promise<PictureOutcome> {
  let currentUrl = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (!isPictureOrigin(currentUrl, apiUrl)) return { kind: 'none' }
    const answer = await upstreamOf(currentUrl.origin).download(currentUrl.pathname + currentUrl.search, {
      accept: ACCEPT,
      signal,
    })
    if (answer.kind !== 'ok') return readFailure(answer)
    const { value } = answer
    if (value.kind === 'bytes') return readBytes(value.bytes)
    if (!URL.canParse(value.url, currentUrl.href)) return { kind: 'none' }
    currentUrl = withConfiguredOrigin(new URL(value.url, currentUrl.href), apiUrl)
  }
  return { kind: 'none' }
}

/** Bytes that are not a picture are probably an error page of a proxy, so the fault is temporary. */
function readBytes(bytes: Buffer): PictureOutcome {
  const type = imageTypeOf(bytes)
  return type === null ? { kind: 'unavailable', retryAfterMs: null } : { kind: 'picture', bytes, type }
}

function readFailure(answer: Exclude<UpstreamAnswer<Download>, { kind: 'ok' }>): PictureOutcome {
  switch (answer.kind) {
    case 'absent':
      return { kind: 'none' }
    case 'unavailable':
      return PERMANENT_FAULTS.includes(answer.fault) ? { kind: 'none' } : answer
    case 'limited':
      return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs }
    case 'refused':
      return { kind: 'unavailable', retryAfterMs: null }
  }
}
