import type { ComponentProps } from 'react'
import { useOnline } from '../lib/online.ts'
import styles from './state.module.css'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

interface LoadingProps extends ComponentProps<'div'> {
  /** `h1` when nothing else of the page is shown. */
  heading?: 'h1' | undefined
}

/** A skeleton in place of an answer that is loading; offline, it says that instead. */
export function Loading({ heading, ...divProps }: LoadingProps) {
  return useOnline() ? (
    <div className={styles.blank} aria-busy="true" {...divProps} />
  ) : (
    <Waiting heading={heading} />
  )
}

/** Says that an answer will be fetched once there is a connection. */
export function Waiting({ heading }: Pick<LoadingProps, 'heading'>) {
  const texts = useUiTexts()
  return <State title={texts.waitsToLoad} text={texts.waitsText} heading={heading} />
}
