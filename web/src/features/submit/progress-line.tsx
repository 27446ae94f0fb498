import { useEffect, useState } from 'react'
import buttons from '../../ui/button.module.css'
import sticky from '../../ui/sticky-bar.module.css'
import { countByState, type Item } from './items.ts'
import styles from './submit.module.css'
import type { Pause } from './submitter.ts'
import { useSubmitTexts } from './texts.ts'

interface ProgressLineProps {
  items: readonly Item[]
  pause: Pause | null
  removeDecided: () => void
}

/** Shows the progress of the list, and why it waits. Announced when an item was decided, not at each request. */
export function ProgressLine({ items, pause, removeDecided }: ProgressLineProps) {
  const texts = useSubmitTexts()
  const counts = countByState(items)
  const decided = counts.indexed + counts.rejected
  return (
    <div className={`${sticky.bar} ${styles.progress}`}>
      <div className={styles.progressHead}>
        <h2>{texts.list}</h2>
        {decided > 0 && (
          <button type="button" className={buttons.quiet} onClick={removeDecided}>
            {texts.removeDecided}
          </button>
        )}
      </div>
      <progress max={items.length} value={decided} aria-label={texts.list} />
      <p role="status">{texts.progress(counts)}</p>
      {pause !== null && <PauseLine pause={pause} waitingCount={counts.waiting} />}
    </div>
  )
}

function PauseLine({ pause, waitingCount }: { pause: Pause; waitingCount: number }) {
  const texts = useSubmitTexts()
  const seconds = useSecondsUntil(pause.untilMs)
  return (
    <p className={styles.pause}>
      {texts.pauses[pause.reason](waitingCount)} <span className="num">{texts.goesOn(seconds)}</span>
    </p>
  )
}

function useSecondsUntil(untilMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(1, Math.ceil((untilMs - nowMs) / 1000))
}
