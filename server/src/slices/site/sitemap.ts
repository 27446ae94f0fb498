import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CatalogView, prefetchAhead } from '../../avatars/index.ts'

/** Avatars per file. With a creator for each, that is at most 50,000 URLs (sitemaps.org, "Sitemap index files"). */
const AVATARS_PER_FILE = 25_000
/** Avatars written per turn of the event loop, in a few milliseconds. */
const AVATARS_PER_TURN = 500

const FIELDS = ['id', 'authorId', 'addedAt', 'updatedAt'] as const

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The index of sitemaps: one of pages, and as many of avatars as are needed. */
export function sitemapIndex(view: CatalogView, publicUrl: string): string {
  const fileCount = Math.ceil(view.counts().listed / AVATARS_PER_FILE)
  const names = ['pages', ...Array.from({ length: fileCount }, (_, i) => String(i + 1))]
  const entries = names.map(name => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>\n`)
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`
}

export function pagesSitemap(paths: readonly string[], publicUrl: string): string {
  return XML_DECLARATION + urlset(paths.map(path => urlOf(publicUrl + path)).join(''))
}

/**
 * A sitemap of avatars, in the order of their addition, so that new ones are in the last file, and of their creators,
 * each once.
 *
 * @param fileNumber from 1.
 * @returns null when there is no such file.
 */
export function avatarsSitemap(
  view: CatalogView,
  publicUrl: string,
  fileNumber: number,
): AsyncGenerator<string> | null {
  const end = fileNumber * AVATARS_PER_FILE
  const slots = view.listedSlots('oldest').subarray(end - AVATARS_PER_FILE, end)
  return fileNumber < 1 || slots.length === 0 ? null : writeUrls(view, publicUrl, slots)
}

async function* writeUrls(view: CatalogView, publicUrl: string, slots: Uint32Array): AsyncGenerator<string> {
  const [head = '', tail = ''] = urlset('\0').split('\0')
  const creators = new Set<string>()
  yield XML_DECLARATION + head
  for (let start = 0; start < slots.length; start += AVATARS_PER_TURN) {
    const listedSlots = slots.subarray(start, start + AVATARS_PER_TURN).filter(slot => view.isListed(slot))
    const avatars = Array.from(listedSlots, (slot, i) => {
      prefetchAhead(view, listedSlots, i)
      return view.read(FIELDS, slot)
    })
    for (const { authorId } of avatars) if (authorId !== '') creators.add(authorId)
    yield avatars
      .map(({ id, addedAt, updatedAt }) => urlOf(`${publicUrl}/avatar/${id}`, updatedAt ?? addedAt))
      .join('')
    await nextTurn()
  }
  yield Array.from(creators, id => urlOf(`${publicUrl}/creator/${encodeURIComponent(id)}`)).join('')
  yield tail
}

function urlset(urls: string): string {
  return `<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>\n`
}

/**
 * @param address a URL without characters that XML reserves.
 * @param changedAt when the page last changed (W3C Datetime).
 */
function urlOf(address: string, changedAt?: string): string {
  const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
  return `<url><loc>${address}</loc>${lastmod}</url>\n`
}
