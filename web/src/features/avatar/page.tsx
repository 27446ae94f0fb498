import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Refusal } from '../../lib/api.ts'
import { useLive } from '../../lib/live/live-state.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useTitle } from '../../lib/title.ts'
import buttons from '../../ui/button.module.css'
import type { WindowDays } from '../../ui/counters/counters.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Gone } from '../../ui/gone.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SkeletonLines } from '../../ui/skeleton-grid.tsx'
import { avatarNumbers, avatarOf, cachedAvatar, track } from './api.ts'
import styles from './avatar.module.css'
import { Facts } from './facts.tsx'
import { Numbers } from './numbers.tsx'
import { Related } from './related.tsx'
import { ResultsNavigation } from './results-navigation.tsx'
import { useAvatarTexts } from './texts.ts'

/** One avatar: its picture, facts and numbers, and related avatars. */
export function AvatarPage({ id }: { id: string }) {
  const texts = useAvatarTexts()
  const queryClient = useQueryClient()
  const [days, setDays] = useState<WindowDays>('30')
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...avatarOf(id),
    placeholderData: () => cachedAvatar(queryClient, id),
  })
  const numbers = useQuery({ ...avatarNumbers(id, days), placeholderData: keepPreviousData })
  const { isBlocked } = useLive(id)
  const loadedId = data?.id
  useTitle(data === undefined ? 'Avatary' : texts.title(data.name, data.authorName))
  useScrollMemory(loadedId !== undefined)
  useEffect(() => {
    if (loadedId !== undefined) track(loadedId, 'view', sourceOfVisit())
  }, [loadedId])
  if (isBlocked) return <Gone texts={texts} />
  if (error instanceof Refusal && error.status === 404)
    return (
      <Gone texts={texts}>
        {id.startsWith('avtr_') && (
          <Link className={buttons.button} href={`/submit?${new URLSearchParams({ text: id })}`}>
            {texts.submit}
          </Link>
        )}
      </Gone>
    )
  if (data === undefined) {
    return error === null ? (
      <Loading className={styles.loading} heading="h1">
        <SkeletonLines page="avatar" />
      </Loading>
    ) : (
      <ErrorState error={error} retry={() => void refetch()} heading="h1" />
    )
  }
  return (
    <>
      <ResultsNavigation />
      <article className={styles.avatar}>
        <div className={styles.hero}>
          <Picture avatar={data} size="page" isOnFirstScreen canReveal />
        </div>
        <Facts avatar={data} numbers={numbers.data} days={days} />
      </article>
      {numbers.isPending ? (
        <Loading className={styles.numbers} />
      ) : (
        <Numbers numbers={numbers} days={days} changeDays={setDays} />
      )}
      {!isPlaceholderData && <Related avatar={data} />}
    </>
  )
}

/** The source of the visit: one of our lists, or a shared link. */
function sourceOfVisit(): string {
  return window.navigation?.canGoBack === true ? 'search' : 'shared'
}
