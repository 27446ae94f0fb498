import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { rememberSearch } from '../../lib/recent-searches.ts'
import { usePrefetchResults } from '../../lib/search-results.ts'
import { useSettings, withSettings } from '../../lib/settings.ts'
import { SETTLE_MS, setTyping } from '../../lib/typing.ts'
import { type ChangeSearch, readSearch, searchAddress, searchQuery } from '../../lib/url-state.ts'

/** Milliseconds after which a keystroke changes the address even if its results have not arrived. */
const LATE_MS = 200

/** Matches a text at whose end a qualifier lacks its value, such as `tag:`; no avatar would match. */
const UNFINISHED = /(^|\s)-?[a-z]+[:<>=]+"?$/i

/** Matches a text that ends in a qualifier's value, of which a beginning such as `tag:fo` matches no avatar. */
const IN_VALUE = /(^|\s)-?[a-z]+[:<>=]+("[^"]*|\S+)$/i

/**
 * The text of the search field. While the visitor types, the current history entry is replaced. Once the search is
 * settled, it gets an entry of its own after the one from before the typing.
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
  /** The address of the last keystroke while its results are being fetched. */
  const awaitedAddress = useRef<string | null>(null)

  const endTyping = () => {
    clearTimeout(timer.current)
    awaitedAddress.current = null
    settledAddress.current = null
    setTyping(false)
  }

  const settle = () => {
    const before = settledAddress.current
    endTyping()
    if (draft === null) return
    if (draft.trim() !== '') rememberSearch(draft.trim())
    const address = searchAddress({ ...(isSearchPage && state), q: draft.trim() })
    if (!isSearchPage) return navigate(address)
    if (before === null) return
    navigate(before, { replace: true })
    if (before === address) return
    navigate(address)
    scrollTo({ top: 0 })
  }
  const lastSettle = useRef(settle)
  lastSettle.current = settle

  const choose: ChangeSearch = changed => {
    const before = settledAddress.current
    endTyping()
    setDraft(null)
    if (changed.q !== undefined) rememberSearch(changed.q)
    if (before !== null) navigate(before, { replace: true })
    navigate(searchAddress({ ...(isSearchPage && state), ...changed }))
    scrollTo({ top: 0 })
  }

  const follow = (text: string) => {
    if (!isSearchPage) return
    settledAddress.current ??= searchAddress(state)
    setTyping(true)
    clearTimeout(timer.current)
    if (UNFINISHED.test(text)) return
    const typedSearch = { ...state, q: text.trim() }
    const address = searchAddress(typedSearch)
    awaitedAddress.current = address
    const mayBeIncomplete = IN_VALUE.test(text)
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
    if (!mayBeIncomplete) setTimeout(show, LATE_MS)
    timer.current = setTimeout(() => lastSettle.current(), SETTLE_MS)
  }
  const change = (text: string) => {
    awaitedAddress.current = null
    setDraft(text)
    if (!isComposing.current) follow(text)
  }
  const compose = (isNow: boolean, text?: string) => {
    isComposing.current = isNow
    if (text !== undefined) follow(text)
  }
  // When the address changes otherwise, such as by "back", the field shows its search.
  useEffect(() => {
    setDraft(before => (before !== null && before.trim() === (state.q ?? '') ? before : null))
  }, [state.q])
  const leave = useEffectEvent(() => {
    endTyping()
    setDraft(null)
  })
  // A late keystroke must not bring back a visitor who has left the page meanwhile, such as by "back".
  useEffect(() => {
    if (!isSearchPage && settledAddress.current !== null) leave()
  }, [isSearchPage])

  return { text: draft ?? state.q ?? '', change, compose, settle, choose }
}
