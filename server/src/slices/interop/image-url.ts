import { IMAGE_HOSTS } from '../../avatars/index.ts'

const API_IMAGE =
  /^https?:\/\/api\.vrchat\.cloud\/api\/1\/(?:file|image)\/(file_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/(\d{1,9})(?:\/[0-9a-z]*)?\/?$/i
const MAX_URL_LENGTH = 1024

/**
 * The first of the given URLs that is on one of the platform's hosts, as the URL of a thumbnail; undefined when there
 * is none. URLs of its API become `…/image/file_X/N/256`, which needs no sign-in.
 */
export function readImageUrl(...candidates: unknown[]): string | undefined {
  for (const candidate of candidates) {
    const url = typeof candidate === 'string' ? servableUrlOf(candidate) : undefined
    if (url !== undefined) return url
  }
  return undefined
}

function servableUrlOf(text: string): string | undefined {
  const [, file, version] = API_IMAGE.exec(text) ?? []
  if (file !== undefined)
    return `https://api.vrchat.cloud/api/1/image/${file.toLowerCase()}/${Number(version)}/256`
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || !IMAGE_HOSTS.has(url.hostname)) return undefined
  if (url.port !== '' || url.username !== '' || url.password !== '') return undefined
  url.protocol = 'https:'
  url.hash = ''
  return url.href
}
