import { useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { SignedOut } from '../../ui/signed-out.tsx'
import { LikesList } from './likes-list.tsx'
import styles from './saved.module.css'
import { SavedList } from './saved-list.tsx'
import { LIKES_ADDRESS, readSaved, SAVED_PATH, savedAddress } from './state.ts'
import { useSavedTexts } from './texts.ts'

/** The avatars that the person saved, and those that they like. */
export function SavedPage() {
  const texts = useSavedTexts()
  const { isKnown, person, features } = useSession()
  const queryString = useSearch()
  const [, navigate] = useLocation()
  useTitle(texts.title)
  const state = useMemo(() => readSaved(queryString), [queryString])
  const params = new URLSearchParams(queryString)
  const isLikes = params.get('view') === 'likes'
  if (!isKnown) return null
  if (person === null)
    return (
      <SignedOut
        heading={texts.signInTitle}
        text={features.signIn ? texts.signInText : texts.noAccounts}
        canSignIn={features.signIn}
      />
    )
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.heading}</h1>
        <nav className={styles.tabs} aria-label={texts.tabs}>
          <Link href={SAVED_PATH} aria-current={isLikes ? undefined : 'page'}>
            {texts.saved}
          </Link>
          <Link href={LIKES_ADDRESS} aria-current={isLikes ? 'page' : undefined}>
            {texts.likes}
          </Link>
        </nav>
      </header>
      {isLikes ? (
        <LikesList />
      ) : (
        <SavedList
          state={state}
          searchText={params.get('q') ?? ''}
          goTo={(state, options) => navigate(savedAddress(state), options)}
        />
      )}
    </>
  )
}
