import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Refusal } from '../../lib/api.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import buttons from '../../ui/button.module.css'
import { PageHead } from '../../ui/counters/page-head.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SignedOut } from '../../ui/signed-out.tsx'
import { State } from '../../ui/state.tsx'
import { overviewOf } from './api.ts'
import { Avatars } from './avatars.tsx'
import { OptOut } from './opt-out.tsx'
import { type ChangeStudio, readStudio, studioAddress } from './state.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'
import { useStudioActs } from './use-studio-acts.ts'

const NoLink = lazyPart(() => import('./no-link.tsx'), 'NoLink')

const TotalsSkeleton = () => <Loading className={styles.skeleton} />

/** A separate chunk, because its chart is as large as the rest of the page. */
const Totals = lazyPart(() => import('./totals.tsx'), 'Totals', TotalsSkeleton)

/** The avatars of the signed-in creator. */
export function StudioPage() {
  const texts = useStudioTexts()
  const { isKnown, person, features } = useSession()
  useTitle(texts.title)
  if (!isKnown) return null
  if (person !== null) return <Studio />
  return (
    <SignedOut
      heading={texts.heading}
      text={features.signIn ? texts.signInText : texts.noAccounts}
      canSignIn={features.signIn}
    />
  )
}

function Studio() {
  const texts = useStudioTexts()
  const { creator } = useSession()
  const queryString = useSearch()
  const state = useMemo(() => readStudio(queryString), [queryString])
  const [, navigate] = useLocation()
  const acts = useStudioActs()
  // If the session knows no platform account, a request would be refused; it is sent only when the person asks again.
  const [isRequested, setRequested] = useState(creator !== null)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...overviewOf(state),
    placeholderData: keepPreviousData,
    enabled: isRequested,
  })
  useScrollMemory(data !== undefined)
  const change: ChangeStudio = changes => navigate(studioAddress({ ...state, page: 1, ...changes }))
  const checkAgain = () => (isRequested ? void refetch() : setRequested(true))
  if (!isRequested || (error instanceof Refusal && error.code === 'no_verified_link'))
    return <NoLink isChecking={isFetching} checkAgain={checkAgain} />
  if (data === undefined && error !== null)
    return <ErrorState error={error} retry={() => void refetch()} heading="h1" />
  return (
    <>
      <PageHead
        heading={texts.heading}
        lead={
          creator !== null &&
          texts.lead(
            <Link href={`/creator/${creator.id}`}>
              <bdi>{creator.name}</bdi>
            </Link>,
          )
        }
        value={state.days}
        onChange={days => change({ days })}
      />
      {data === undefined && <TotalsSkeleton />}
      {data?.total === 0 && (
        <State title={texts.none} text={texts.noneText}>
          <Link className={buttons.main} href="/submit">
            {texts.submit}
          </Link>
        </State>
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <Totals overview={data} isPlaceholder={isPlaceholderData} state={state} change={change} />
          <Avatars state={state} change={change} acts={acts} />
        </>
      )}
      {data !== undefined && <OptOut overview={data} setOptedOut={acts.setOptedOut} />}
    </>
  )
}
