import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import Back from '~icons/lucide/chevron-left'
import { Refusal } from '../../lib/api.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useTitle } from '../../lib/title.ts'
import buttons from '../../ui/button.module.css'
import { ErrorState } from '../../ui/error-state.tsx'
import { Picture } from '../../ui/picture.tsx'
import { State } from '../../ui/state.tsx'
import { avatarNumbers, track, type Window } from './api.ts'
import styles from './avatar.module.css'
import { Facts } from './facts.tsx'
import { Numbers } from './numbers.tsx'
import { Related } from './related.tsx'
import { useAvatarTexts } from './texts.ts'

/** One avatar: its picture, what it is, how it is seen, and others like it. */
export function AvatarPage({ id }: { id: string }) {
  const texts = useAvatarTexts()
  const [days, setDays] = useState<Window>('30')
  const { data, error, refetch } = useQuery({ ...avatarNumbers(id, days), placeholderData: keepPreviousData })
  const avatar = data?.id === id ? data : undefined
  const found = avatar?.id
  useTitle(avatar === undefined ? 'Avatary' : texts.title(avatar.name, avatar.authorName))
  useScrollMemory(found !== undefined)
  useEffect(() => {
    if (found !== undefined) track(found, 'view', sourceOfVisit())
  }, [found])
  if (error instanceof Refusal && error.status === 404) return <Gone />
  if (avatar === undefined) {
    return error === null ? (
      <div className={styles.loading} aria-busy="true" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  }
  return (
    <>
      <BackLink />
      <article className={styles.avatar}>
        <Picture avatar={avatar} width={512} isFirst />
        <Facts avatar={avatar} days={days} />
      </article>
      <Numbers numbers={avatar} days={days} changeDays={setDays} />
      <Related avatar={avatar} />
    </>
  )
}

function BackLink() {
  const texts = useAvatarTexts()
  const goBack = (event: { preventDefault(): void }) => {
    if (window.navigation?.canGoBack !== true) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link className={styles.back} href="/" onClick={goBack}>
      <Back aria-hidden />
      {texts.back}
    </Link>
  )
}

function Gone() {
  const texts = useAvatarTexts()
  useTitle(texts.gone)
  return (
    <State heading="h1" title={texts.gone} text={texts.goneText}>
      <Link className={buttons.main} href="/">
        {texts.find}
      </Link>
    </State>
  )
}

/** The source of the visit: a list of ours, or a link that somebody shared. */
function sourceOfVisit(): string {
  return window.navigation?.canGoBack === true ? 'search' : 'shared'
}
