import { useRef } from 'react'
import { useLocation } from 'wouter'
import Search from '~icons/lucide/search'
import { useFieldTexts } from '../features/search/field-texts.ts'
import { useTitle } from '../lib/title.ts'
import { searchAddress } from '../lib/url-state.ts'
import buttons from '../ui/button.module.css'
import { NewestShelf } from '../ui/newest-shelf.tsx'
import { State } from '../ui/state.tsx'
import styles from './not-found-content.module.css'
import { usePanelTexts } from './panel-texts.ts'
import { useShellTexts } from './texts.ts'

/** The content of addresses that have no page: a search field and the newest avatars. */
export function NotFoundContent() {
  const texts = usePanelTexts()
  useTitle(`${texts.notFound} · Avatary`)
  return (
    <>
      <State heading="h1" title={texts.notFound} text={texts.notFoundText}>
        <SearchForm />
      </State>
      <NewestShelf />
    </>
  )
}

function SearchForm() {
  const texts = useShellTexts()
  const { hint } = useFieldTexts()
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        navigate(searchAddress({ q: input.current?.value.trim() }))
      }}
    >
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={texts.search}
        placeholder={hint}
        spellCheck={false}
      />
      <button type="submit" className={buttons.main}>
        <Search aria-hidden />
        {texts.search}
      </button>
    </form>
  )
}
