import { Refusal } from '../lib/api.ts'
import { useOnline } from '../lib/online.ts'
import buttons from './button.module.css'
import { Countdown } from './countdown.tsx'
import { Waiting } from './loading.tsx'
import { SearchHelp } from './search-help.tsx'
import styles from './state.module.css'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

/** The wait after too many requests when the answer names none. */
const DEFAULT_WAIT_SECONDS = 5

interface ErrorStateProps {
  error: Error
  retry: () => void
  /** `h1` when nothing else of the page is shown. */
  heading?: 'h1' | undefined
}

/**
 * Says why something did not load. Offline, it waits for the connection. After too many requests, it counts down and
 * retries by itself. A search that is too complex would be refused again, so the text says what to change.
 */
export function ErrorState({ error, retry, heading }: ErrorStateProps) {
  const texts = useUiTexts()
  const isOnline = useOnline()
  const refusal = error instanceof Refusal ? error : null
  if (refusal?.status === 0 && !isOnline) return <Waiting heading={heading} />
  if (refusal?.status === 429)
    return (
      <Countdown
        seconds={refusal.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS}
        onEnd={retry}
        heading={heading}
      />
    )
  if (refusal?.code === 'search_too_complex')
    return (
      <State title={texts.tooComplex} text={texts.errorReason(error)}>
        <SearchHelp className={buttons.button} />
      </State>
    )
  const reason = texts.errorReason(error)
  return (
    <State title={texts.errorTitle} text={texts.errorText(reason)} heading={heading}>
      <button type="button" className={buttons.main} onClick={retry}>
        {texts.retry}
      </button>
      {refusal?.requestId && <small className={styles.note}>{texts.errorRequest(refusal.requestId)}</small>}
    </State>
  )
}
