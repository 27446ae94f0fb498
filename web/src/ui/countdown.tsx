import { useEffect, useEffectEvent, useState } from 'react'
import styles from './state.module.css'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

const RADIUS = 28

interface CountdownProps {
  seconds: number
  onEnd: () => void
  heading?: 'h1' | undefined
}

/** Counts down the seconds of a `Retry-After`, then calls `onEnd` once. */
export function Countdown({ seconds, onEnd, heading }: CountdownProps) {
  const texts = useUiTexts()
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (secondsLeft <= 0) return end()
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return (
    <State
      title={texts.tooFast}
      text={texts.tooFastText(secondsLeft)}
      heading={heading}
      drawing={<Ring secondsLeft={secondsLeft} total={seconds} />}
    />
  )
}

/** The seconds left, inside of a circle of which their share of the total is drawn. */
function Ring({ secondsLeft, total }: { secondsLeft: number; total: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r={RADIUS} />
      <circle cx="32" cy="32" r={RADIUS} pathLength={total} strokeDasharray={`${secondsLeft} ${total}`} />
      <text x="32" y="32">
        {secondsLeft}
      </text>
    </svg>
  )
}
