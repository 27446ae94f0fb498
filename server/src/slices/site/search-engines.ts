import { ROUTE_TAGS } from '@avatary/contract/route-tags'
import type { CatalogView } from '../../avatars/index.ts'
import { REFERENCE_PATH, referencePath, TERMS_PATH } from '../../kernel/addresses.ts'
import { failure, type PreparedAnswer, prepared, stream } from '../../kernel/answer.ts'
import { avatarsSitemap, pagesSitemap, sitemapIndex } from './sitemap.ts'
import { INDEXED_STATIC_PATHS } from './static-pages.ts'

const SITEMAP_OPTIONS = { cacheControl: 'public, max-age=3600', needsCatalog: true }

export const SEARCH_ENGINE_OPTIONS = {
  '/robots.txt': { cacheControl: 'public, max-age=86400' },
  '/sitemap.xml': SITEMAP_OPTIONS,
  '/sitemap/{name}.xml': SITEMAP_OPTIONS,
}

const XML_TYPE = 'application/xml; charset=utf-8'
const FILE_NUMBER = /^[1-9]\d{0,5}$/

const INDEXED_PATHS = [
  '/',
  ...INDEXED_STATIC_PATHS,
  REFERENCE_PATH,
  ...ROUTE_TAGS.map(({ name }) => referencePath(name)),
  TERMS_PATH,
]
/** Downloads of the whole catalog, and signing in. */
const DISALLOWED_PATHS = ['/api/avatars/all', '/api/login', '/api/oauth2/', '/sign-in']

/** The files by which search engines find the pages (RFC 9309, sitemaps.org). */
export function searchEnginePages(view: CatalogView, publicUrl: string) {
  const sitemap = (name: string) => {
    if (name === 'pages') return xml(pagesSitemap(INDEXED_PATHS, publicUrl))
    const file = FILE_NUMBER.test(name) ? avatarsSitemap(view, publicUrl, Number(name)) : null
    return file === null ? failure('not_found') : stream(file, XML_TYPE, { isCompressible: true })
  }
  return {
    '/robots.txt': async () => robots(publicUrl),
    '/sitemap.xml': async () => xml(sitemapIndex(view, publicUrl)),
    '/sitemap/{name}.xml': async ({ params }: { params: Readonly<Record<string, string>> }) =>
      sitemap(params.name!),
  }
}

function robots(publicUrl: string): PreparedAnswer {
  const rules = DISALLOWED_PATHS.map(path => `Disallow: ${path}\n`).join('')
  const body = Buffer.from(`User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`)
  return prepared({ body, contentType: 'text/plain; charset=utf-8' })
}

function xml(text: string): PreparedAnswer {
  return prepared({ body: Buffer.from(text), contentType: XML_TYPE })
}
