import type { ComponentProps } from 'react'
import { useOnline } from '../lib/online.ts'
import styles from './state.module.css'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

interface LoadingProps extends ComponentProps<'div'> {
  /** `h1` where nothing else of the page is shown. */
  heading?: 'h1' | undefined
}

/** Stands in the place of an answer until it is there, with the class of its boxes; without a connection it says that. */
export function Loading({ heading, ...box }: LoadingProps) {
  return useOnline() ? (
    <div className={styles.blank} aria-busy="true" {...box} />
  ) : (
    <Waiting heading={heading} />
  )
}

/** Says that an answer will be asked for once there is a connection. */
export function Waiting({ heading }: Pick<LoadingProps, 'heading'>) {
  const texts = useUiTexts()
  return <State title={texts.waitsToLoad} text={texts.waitsText} heading={heading} />
}
