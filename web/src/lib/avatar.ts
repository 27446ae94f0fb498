import type { Avatar, Platform, Rating } from '@avatary/contract/avatar'
import { routeUrl } from './api.ts'

export type { Avatar, Platform, Rating }

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = { pc: 'PC', quest: 'Quest', ios: 'iOS' }

const SENSITIVE_TAGS = new Set([
  'content_sex',
  'content_adult',
  'content_violence',
  'content_gore',
  'content_horror',
])

/** The tag that explains why a picture is hidden until the visitor allows it; null when it is not. */
export function sensitiveTag({ tags }: Pick<Avatar, 'tags'>): string | null {
  return tags.find(tag => SENSITIVE_TAGS.has(tag)) ?? null
}

/** @param width in pixels. */
export function pictureUrl({ id }: Pick<Avatar, 'id'>, width: 256 | 512 | 1024): string {
  return routeUrl('/avatars/{id}/image', { id }, { size: width })
}

/** The URL of the avatar's page on the platform. */
export function platformPageUrl(id: string): string {
  return `https://vrchat.com/home/avatar/${id}`
}

/** A hue from 0 to 359, always the same for an id. */
export function hueOf(id: string): number {
  let hue = 0
  for (const char of id) hue = (hue * 31 + char.charCodeAt(0)) % 360
  return hue
}

/** A tag in readable form. */
export function tagText(tag: string): string {
  return tag.replace(/^author_tag_/, '').replaceAll('_', ' ')
}

/** The character that represents a name: its first letter or digit, or its first character when it has neither. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0] ?? [...name.trim()][0] ?? '?'
}
