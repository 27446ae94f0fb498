import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { formatDate } from '../../lib/format-times.ts'
import buttons from '../../ui/button.module.css'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { type Overview, optOutState } from './api.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

const ConfirmOptOut = lazyPart(() => import('./confirm-opt-out.tsx'), 'ConfirmOptOut')

interface OptOutProps {
  overview: Overview
  setOptedOut: (optedOut: boolean) => Promise<void>
}

/** Hides all avatars, including future ones, after a confirmation that shows the consequence; and reverts it. */
export function OptOut({ overview, setOptedOut }: OptOutProps) {
  const texts = useStudioTexts()
  const { data } = useQuery(optOutState)
  const [isConfirming, setConfirming] = useState(false)
  if (data === undefined) return null
  const { total, days } = overview
  const close = () => setConfirming(false)
  const confirm = () => {
    close()
    void setOptedOut(true)
  }
  return (
    <section className={styles.optOut}>
      <h2>{texts.optOutTitle}</h2>
      <p>
        {data.optedOut && data.since !== null
          ? texts.optedOutSince(formatDate(data.since), formatCount(total))
          : texts.optOutText}
      </p>
      {data.optedOut ? (
        <WriteButton className={buttons.main} onClick={() => void setOptedOut(false)}>
          {texts.optIn}
        </WriteButton>
      ) : (
        <button type="button" className={buttons.button} onClick={() => setConfirming(true)}>
          {texts.optOut}
        </button>
      )}
      {isConfirming && (
        <LazyBoundary close={close}>
          <ConfirmOptOut days={days} close={close} confirm={confirm} />
        </LazyBoundary>
      )}
    </section>
  )
}
