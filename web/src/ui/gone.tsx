import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTitle } from '../lib/title.ts'
import buttons from './button.module.css'
import { NewestShelf } from './newest-shelf.tsx'
import { State } from './state.tsx'

interface GoneProps {
  texts: { gone: string; goneText: string; find: string }
  /** More that the visitor can do. */
  children?: ReactNode
}

/** Replaces a page whose subject does not exist or is gone, and offers the search and the newest avatars. */
export function Gone({ texts, children }: GoneProps) {
  useTitle(texts.gone)
  return (
    <>
      <State heading="h1" title={texts.gone} text={texts.goneText}>
        <Link className={buttons.main} href="/">
          {texts.find}
        </Link>
        {children}
      </State>
      <NewestShelf />
    </>
  )
}
