import { type RefObject, useEffect } from 'react'
import { keepFocus } from './keep-focus.ts'
import { UpdateNotice } from './update-notice.tsx'

/** Does what a first page does not need: it keeps the focus in the page's main part, and looks for a newer build. */
export function Background({ main }: { main: RefObject<HTMLElement | null> }) {
  useEffect(() => keepFocus(main.current!), [main])
  return <UpdateNotice />
}
