import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogView } from '../../avatars/index.ts'

/** Most addresses of one file (sitemaps.org, "Sitemap index files"). */
const MOST = 50_000
/** Addresses written in one turn of the event loop: a millisecond or two. */
const STEP = 2000

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

type SitemapView = Pick<CatalogView, 'counts' | 'listedSlots' | 'isListed' | 'idOf'>

/** The index of the sitemaps: one of pages, and as many of avatars as are needed. */
export function sitemapIndex(view: SitemapView, publicUrl: string): string {
  const files = Math.ceil(view.counts().listed / MOST)
  const names = ['pages', ...Array.from({ length: files }, (_, i) => String(i + 1))]
  const entries = names.map(name => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>\n`)
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`
}

/** The sitemap of some pages, by their paths. */
export function pagesSitemap(paths: readonly string[], publicUrl: string): string {
  return DECLARATION + urlset(paths.map(path => urlOf(publicUrl + path)).join(''))
}

/**
 * A sitemap of avatars in the order of adding, so that new ones come into the last file.
 *
 * @param file from 1.
 * @returns null when there is no such file.
 */
export function avatarsSitemap(
  view: SitemapView,
  publicUrl: string,
  file: number,
): AsyncGenerator<string> | null {
  const slots = view.listedSlots('oldest').subarray((file - 1) * MOST, file * MOST)
  return file < 1 || slots.length === 0 ? null : write(view, publicUrl, slots)
}

async function* write(view: SitemapView, publicUrl: string, slots: Uint32Array): AsyncGenerator<string> {
  const [head, tail] = urlset('\0').split('\0') as [string, string]
  yield DECLARATION + head
  for (let start = 0; start < slots.length; start += STEP) {
    const listed = slots.subarray(start, start + STEP).filter(slot => view.isListed(slot))
    yield Array.from(listed, slot => urlOf(`${publicUrl}/avatar/${view.idOf(slot)}`)).join('')
    await nextTurn()
  }
  yield tail
}

function urlset(urls: string): string {
  return `<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>\n`
}

/** @param address without characters that XML reserves. */
function urlOf(address: string): string {
  return `<url><loc>${address}</loc></url>\n`
}
