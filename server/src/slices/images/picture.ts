import { hash } from 'node:crypto'
import type { ImageSize } from '@avatary/contract/images'
import { IMAGE_HOSTS } from '../../avatars/index.ts'

const API_ORIGIN = 'https://api.vrchat.cloud'
const API_IMAGE_URL = /^https:\/\/api\.vrchat\.cloud\/api\/1\/image\/(file_[0-9a-f-]{36})\/(\d{1,9})\/\d+$/

/** A picture in one size: its URL, and a name that no other picture ever has. */
export interface Picture {
  /** Consists of letters, digits, dashes and underscores. */
  readonly name: string
  readonly url: URL
}

export function webpName({ name }: Picture): string {
  return `${name}-webp`
}

/**
 * The picture for an avatar's `imageUrl`; null when there is none. Files of the platform's API are available in all
 * sizes, others only as they are.
 *
 * @param apiUrl URL of the platform's API, without a trailing slash.
 */
export function pictureOf(imageUrl: string, size: ImageSize, apiUrl: string): Picture | null {
  const [, file, version] = API_IMAGE_URL.exec(imageUrl) ?? []
  if (file !== undefined)
    return {
      name: `${file}-${version}-${size}`,
      url: new URL(`${apiUrl}/image/${file}/${version}/${size}`),
    }
  if (!URL.canParse(imageUrl)) return null
  const url = new URL(imageUrl)
  if (!isImageHost(url)) return null
  const name = `other_${hash('sha256', url.href, 'hex').slice(0, 40)}`
  return { name, url: withConfiguredOrigin(url, apiUrl) }
}

/** True when pictures may be fetched from this URL's host. */
export function isPictureOrigin(url: URL, apiUrl: string): boolean {
  return url.origin === new URL(apiUrl).origin || isImageHost(url)
}

/** Replaces the origin of the platform's API by the configured one. */
export function withConfiguredOrigin(url: URL, apiUrl: string): URL {
  return url.origin === API_ORIGIN ? new URL(url.pathname + url.search, new URL(apiUrl).origin) : url
}

function isImageHost(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && url.username === '' && IMAGE_HOSTS.has(url.hostname)
}
