import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { rememberSearch } from '../../lib/recent-searches.ts'
import { usePrefetchResults } from '../../lib/search-results.ts'
import { useSettings, withSettings } from '../../lib/settings.ts'
import { SETTLE_MS, setTyping } from '../../lib/typing.ts'
import { type ChangeSearch, readSearch, searchAddress, searchQuery } from '../../lib/url-state.ts'

/** The longest time from a keystroke until the address changes, although the results have not arrived. */
const MAX_AWAIT_MS = 200

/** Matches a text at whose end a qualifier lacks its value, such as `tag:`; no avatar would match. */
const QUALIFIER_WITHOUT_VALUE = /(^|\s)-?[a-z]+[:<>=]+"?$/i

/** Matches a text that ends in a qualifier's value, of which a beginning such as `tag:fo` matches no avatar. */
const QUALIFIER_VALUE_AT_END = /(^|\s)-?[a-z]+[:<>=]+("[^"]*|\S+)$/i

/**
 * The text of the search field. On the search page, the current history entry is replaced while the visitor types. Once
 * the search is settled, it gets an entry of its own after the one from before the typing. Other pages are left only by
 * a search that is sent.
 */
export function useSearchDraft() {
  const [location, navigate] = useLocation()
  const queryString = useSearch()
  const isSearchPage = location === '/'
  // On other pages, `q` has another meaning.
  const state = readSearch(isSearchPage ? queryString : '')
  const [draft, setDraft] = useState<string | null>(null)
  const settings = useSettings()
  const prefetchResults = usePrefetchResults()
  const isComposing = useRef(false)
  /** The address of the search from before the typing; null while nobody types. */
  const settledAddress = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The address for the text typed last, while its results are being fetched. */
  const awaitedAddress = useRef<string | null>(null)

  const endTyping = () => {
    clearTimeout(timer.current)
    awaitedAddress.current = null
    settledAddress.current = null
    setTyping(false)
  }

  const settle = () => {
    const oldAddress = settledAddress.current
    endTyping()
    if (draft === null) return
    if (draft.trim() !== '') rememberSearch(draft.trim())
    const address = searchAddress({ ...(isSearchPage && state), q: draft.trim() })
    if (!isSearchPage) return navigate(address)
    if (oldAddress === null) return
    navigate(oldAddress, { replace: true })
    if (oldAddress === address) return
    navigate(address)
    scrollTo({ top: 0 })
  }
  const latestSettle = useRef(settle)
  latestSettle.current = settle

  /** Other pages stay, because a field that loses the focus asks for no search: it may be left by mistake. */
  const leave = () => isSearchPage && settle()

  const choose: ChangeSearch = changes => {
    const oldAddress = settledAddress.current
    endTyping()
    setDraft(null)
    if (changes.q !== undefined) rememberSearch(changes.q)
    if (oldAddress !== null) navigate(oldAddress, { replace: true })
    navigate(searchAddress({ ...(isSearchPage && state), ...changes }))
    scrollTo({ top: 0 })
  }

  const searchFor = (text: string) => {
    if (!isSearchPage) return
    settledAddress.current ??= searchAddress(state)
    setTyping(true)
    clearTimeout(timer.current)
    if (QUALIFIER_WITHOUT_VALUE.test(text)) return
    const typedSearch = { ...state, q: text.trim() }
    const address = searchAddress(typedSearch)
    awaitedAddress.current = address
    const mayBeIncomplete = QUALIFIER_VALUE_AT_END.test(text)
    // The page changes once, together with the results, unless these take long. A value that matches nothing may be
    // incomplete, so its empty results wait until the search is settled.
    const show = () => {
      if (awaitedAddress.current !== address) return
      awaitedAddress.current = null
      navigate(address, { replace: true })
    }
    void prefetchResults(withSettings(readSearch(searchQuery(typedSearch)), settings)).then(total => {
      if (total !== 0 || !mayBeIncomplete) show()
    })
    if (!mayBeIncomplete) setTimeout(show, MAX_AWAIT_MS)
    timer.current = setTimeout(() => latestSettle.current(), SETTLE_MS)
  }
  const change = (text: string) => {
    awaitedAddress.current = null
    setDraft(text)
    if (!isComposing.current) searchFor(text)
  }
  const setComposing = (isOn: boolean, text?: string) => {
    isComposing.current = isOn
    if (text !== undefined) searchFor(text)
  }
  // When the address changes otherwise, such as by "back", the field shows its search.
  useEffect(() => {
    setDraft(draft => (draft?.trim() === (state.q ?? '') ? draft : null))
  }, [state.q])
  const dropDraft = useEffectEvent(() => {
    endTyping()
    setDraft(null)
  })
  // The timer of a keystroke must not bring back a visitor who has left the page meanwhile, such as by "back".
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed belongs to one page
  useEffect(() => dropDraft(), [location])

  return { text: draft ?? state.q ?? '', change, setComposing, settle, leave, choose }
}
