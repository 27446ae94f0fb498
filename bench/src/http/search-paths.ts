import { SEARCH_SORTS } from '@avatary/contract/catalog'

const WORDS =
  'fox cat wolf girl boy dragon cute quest 桔梗 マヌカ manuka robot maid bunny neko 狐 kitsune demon ghost'.split(
    ' ',
  )
const PLATFORMS = ['', '', '', 'pc', 'quest', 'ios']

export function queryString(parameters: object): string {
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(Object.fromEntries(texts)).toString()
}

/** Distinct searches as on a busy site: words and prefixes of words, filters, every sort, and deeper pages. */
export function searchPaths(count: number): string[] {
  const paths = new Set<string>()
  for (let n = 0; paths.size < count; n++) {
    const word = WORDS[n % WORDS.length]!
    const q =
      n % 3 === 0
        ? [...word].slice(0, 2 + (n % 2)).join('')
        : n % 7 === 0
          ? `${word} ${WORDS[(n * 5 + 3) % WORDS.length]}`
          : word
    const parameters = new URLSearchParams(n % 11 === 0 ? {} : { q })
    const platform = PLATFORMS[(n >> 2) % PLATFORMS.length]!
    if (platform !== '') parameters.set('platform', platform)
    parameters.set('sort', SEARCH_SORTS[(n >> 1) % SEARCH_SORTS.length]!)
    if (n > WORDS.length * 8) parameters.set('offset', String(24 * (n % 40)))
    paths.add(`/api/avatars/search?${parameters}`)
  }
  return [...paths]
}
