import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import Search from '~icons/lucide/search'
import { answerOf } from '../lib/queries.ts'
import { useTitle } from '../lib/title.ts'
import { searchAddress } from '../lib/url-state.ts'
import buttons from '../ui/button.module.css'
import { Shelf } from '../ui/shelf.tsx'
import { State } from '../ui/state.tsx'
import styles from './not-found.module.css'
import { useShellTexts } from './texts.ts'

const newest = answerOf('GET /avatars/search', { query: { sort: 'recent', limit: 12 } })

/** Stands at every address that has no page: a search, and the newest avatars. */
export function NotFoundPage() {
  const texts = useShellTexts()
  const { data } = useQuery(newest)
  useTitle(`${texts.notFound} · Avatary`)
  return (
    <>
      <State heading="h1" title={texts.notFound} text={texts.notFoundText}>
        <SearchForm />
      </State>
      <h2 className={styles.heading}>{texts.newest}</h2>
      <Shelf avatars={data?.avatars} isFirst />
    </>
  )
}

function SearchForm() {
  const texts = useShellTexts()
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
      <input ref={input} type="search" name="q" aria-label={texts.search} spellCheck={false} />
      <button type="submit" className={buttons.main}>
        <Search aria-hidden />
        {texts.search}
      </button>
    </form>
  )
}
