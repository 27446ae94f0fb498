import type { Avatar } from '@avatary/contract/avatar'
import { TERMS_LINE } from '@avatary/contract/terms'
import { Feed } from 'feed'
import { API_PREFIX, TERMS_PATH } from '../../kernel/addresses.ts'

export interface FeedHead {
  /** Identifies the feed for good: `newest`, `tag/fox`. */
  name: string
  title: string
  /** Public origin of the service. */
  publicUrl: string
}

/** Characters that XML 1.0 does not allow, not even as references (XML 1.0, §2.2). */
const FORBIDDEN_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const AVATAR_PAGE_URL = 'https://vrchat.com/home/avatar/'
const AUTHOR_PAGE_URL = 'https://vrchat.com/home/user/'
/** The `updated` of a feed without entries, because Atom requires one. */
const EARLIEST_DATE = new Date(0)

/**
 * Writes an Atom feed (RFC 4287) of avatars, newest first. Ids are stable: those of entries are the avatars' UUIDs,
 * that of the feed is a tag URI (RFC 4151) with the host's name.
 */
export function atomFeed({ name, title, publicUrl }: FeedHead, avatars: readonly Avatar[]): string {
  const baseUrl = publicUrl + API_PREFIX
  const path = name.toWellFormed().split('/').map(encodeURIComponent).join('/')
  const feed = new Feed({
    id: `tag:${new URL(publicUrl).hostname},2026:avatary/${idOf(name)}`,
    title: plainText(title),
    link: publicUrl,
    feedLinks: { atom: `${baseUrl}/feeds/${path}.atom` },
    updated: latestOf(avatars.map(updatedOf)),
    generator: 'Avatary',
    author: { name: 'Avatary', link: publicUrl },
    copyright: plainText(`${TERMS_LINE} ${publicUrl}${TERMS_PATH}`),
  })
  for (const avatar of avatars) feed.addItem(entryOf(avatar, baseUrl))
  return feed.atom1()
}

/**
 * Also encodes `&`: the library unescapes its input, so the feeds of the tags `&` and `&amp;` would have the same id.
 */
function idOf(name: string): string {
  return encodeURI(xmlText(name)).replaceAll('&', '%26')
}

function entryOf(avatar: Avatar, baseUrl: string): Parameters<Feed['addItem']>[0] {
  const { id, name, authorId, authorName, tags, aiTags, addedAt } = avatar
  const author = { name: plainText(authorName || 'Unknown') }
  return {
    id: `urn:uuid:${id.slice('avtr_'.length)}`,
    title: htmlText(name),
    link: AVATAR_PAGE_URL + id,
    published: new Date(addedAt),
    date: updatedOf(avatar),
    author: [authorId === '' ? author : { ...author, link: AUTHOR_PAGE_URL + encodeURIComponent(authorId) }],
    category: categoriesOf([...tags, ...aiTags]),
    content: contentOf(avatar, baseUrl),
  }
}

/** The later of when the avatar was added here and last changed on the platform. */
function updatedOf({ addedAt, updatedAt }: Avatar): Date {
  return latestOf([new Date(addedAt), ...(updatedAt === null ? [] : [new Date(updatedAt)])])
}

function latestOf(dates: readonly Date[]): Date {
  return dates.reduce((last, date) => (date > last ? date : last), EARLIEST_DATE)
}

function contentOf({ id, description, imageUrl }: Avatar, baseUrl: string): string {
  const picture = imageUrl === '' ? '' : `<p><img src="${baseUrl}/avatars/${id}/image" alt=""></p>`
  const text = description === '' ? '' : `<p>${htmlText(description).replaceAll('\n', '<br>')}</p>`
  return picture + text
}

/**
 * Distinct tags, without the platform's prefix. Those with `<` are left out: the library does not escape attributes.
 */
function categoriesOf(tags: readonly string[]): { term: string }[] {
  const terms = new Set(tags.map(tag => xmlText(tag.replace(/^author_tag_/, ''))))
  return [...terms].filter(term => term !== '' && !term.includes('<')).map(term => ({ term }))
}

/** Escapes a literal `&amp;` in plain text, which the library would otherwise unescape. */
function plainText(text: string): string {
  return xmlText(text).replaceAll('&amp;', '&amp;amp;')
}

function xmlText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN_CHARACTER, '\ufffd')
}

/** Escapes a text as HTML that is also allowed in XML. */
function htmlText(text: string): string {
  return xmlText(text).replace(/[&<>"]/g, character => ESCAPES[character]!)
}
