const STORAGE_KEY = 'recent searches'
const MAX_SEARCHES = 6

/** The searches made in this browser, newest first; they are never sent to anybody. */
export function recentSearches(): readonly string[] {
  const text = localStorage.getItem(STORAGE_KEY)
  return text === null ? [] : (JSON.parse(text) as string[])
}

/** Stores a search that the visitor has finished typing. */
export function rememberSearch(q: string): void {
  const others = recentSearches().filter(each => each !== q)
  localStorage.setItem(STORAGE_KEY, JSON.stringify([q, ...others].slice(0, MAX_SEARCHES)))
}

export function deleteSearches(): void {
  localStorage.removeItem(STORAGE_KEY)
}
