import type { Avatar } from '@avatary/contract/avatar'
import { TERMS_LINE } from '@avatary/contract/terms'
import { Feed } from 'feed'
import { TERMS_PATH } from '../../kernel/addresses.ts'
import { htmlText, xmlText } from './xml-text.ts'

export interface FeedHead {
  /** Stable name of the feed among ours: `newest`, `tag/fox`. */
  name: string
  title: string
  /** Where the feed itself is, and the site that it is of. */
  selfUrl: string
  siteUrl: string
  /** Of the interface: `https://…/api`. */
  baseUrl: string
}

const AVATAR_PAGE = 'https://vrchat.com/home/avatar/'
const AUTHOR_PAGE = 'https://vrchat.com/home/user/'
/** `updated` of a feed that never had an entry: it must have one, and one that stands still. */
const NEVER = new Date(0)

/**
 * An Atom feed (RFC 4287) of avatars, newest first. Ids stand still wherever the server moves: those of entries are
 * the avatars' UUIDs, that of the feed a tag URI (RFC 4151) of the host.
 */
export function atomFeed(
  { name, title, selfUrl, siteUrl, baseUrl }: FeedHead,
  avatars: readonly Avatar[],
): string {
  const feed = new Feed({
    id: `tag:${new URL(siteUrl).hostname},2026:avatary/${idOf(name)}`,
    title: plain(title),
    link: siteUrl,
    feedLinks: { atom: selfUrl },
    updated: latest(avatars.map(updatedOf)),
    generator: 'Avatary',
    author: { name: 'Avatary', link: siteUrl },
    copyright: plain(`${TERMS_LINE} ${siteUrl}${TERMS_PATH}`),
  })
  for (const avatar of avatars) feed.addItem(entryOf(avatar, baseUrl))
  return feed.atom1()
}

/** No `&` is left in it, which the library would take for the begin of an escape: `&` and `&amp;` are two tags. */
function idOf(name: string): string {
  return encodeURI(xmlText(name)).replaceAll('&', '%26')
}

function entryOf(avatar: Avatar, baseUrl: string): Parameters<Feed['addItem']>[0] {
  const { id, name, authorId, authorName, tags, aiTags, addedAt } = avatar
  const author = { name: plain(authorName || 'Unknown') }
  return {
    id: `urn:uuid:${id.slice('avtr_'.length)}`,
    title: htmlText(name),
    link: AVATAR_PAGE + id,
    published: new Date(addedAt),
    date: updatedOf(avatar),
    author: [authorId === '' ? author : { ...author, link: AUTHOR_PAGE + encodeURIComponent(authorId) }],
    category: categoriesOf([...tags, ...aiTags]),
    content: contentOf(avatar, baseUrl),
  }
}

/** Of what happened last: it was added, or the platform's avatar changed. */
function updatedOf({ addedAt, updatedAt }: Avatar): Date {
  return latest([new Date(addedAt), ...(updatedAt === null ? [] : [new Date(updatedAt)])])
}

function latest(dates: readonly Date[]): Date {
  return dates.reduce((last, date) => (date > last ? date : last), NEVER)
}

function contentOf({ id, description, imageUrl }: Avatar, baseUrl: string): string {
  const picture = imageUrl === '' ? '' : `<p><img src="${baseUrl}/avatars/${id}/image" alt=""></p>`
  const text = description === '' ? '' : `<p>${htmlText(description).replaceAll('\n', '<br>')}</p>`
  return picture + text
}

/** Each tag once; the library puts them into attributes, where it leaves a `<` as it is. */
function categoriesOf(tags: readonly string[]): { term: string }[] {
  const terms = new Set(tags.map(tag => xmlText(tag.replace(/^author_tag_/, ''))))
  return [...terms].filter(term => term !== '' && !term.includes('<')).map(term => ({ term }))
}

/** For elements of plain text: the library takes a written-out `&amp;` for one that is escaped already. */
function plain(text: string): string {
  return xmlText(text).replaceAll('&amp;', '&amp;amp;')
}
