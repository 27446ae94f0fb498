import type { ComponentProps } from 'react'
import { OFFLINE_BAR_ID, useOnline } from '../lib/online.ts'

/** A button that changes something on the server. Offline it is disabled, and the offline notice says why. */
export function WriteButton(props: ComponentProps<'button'>) {
  const isOnline = useOnline()
  const offlineProps = { 'aria-disabled': true, 'aria-describedby': OFFLINE_BAR_ID }
  return <button type="button" {...props} {...(isOnline ? {} : offlineProps)} />
}
