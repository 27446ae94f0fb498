import { useEffect, useState } from 'react'
import { useKey } from '../lib/keys.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'

const OPEN_EVENT = 'avatary:keys'

const Content = lazyPart(() => import('./keys-content.tsx'), 'KeysContent')

/** Opens the dialog with all keyboard shortcuts. */
export function openKeys(): void {
  dispatchEvent(new Event(OPEN_EVENT))
}

/** The dialog with all keyboard shortcuts, which `?` opens. */
export function KeysDialog() {
  const [isOpen, setOpen] = useState(false)
  useKey('?', () => setOpen(true))
  useEffect(() => {
    const open = () => setOpen(true)
    addEventListener(OPEN_EVENT, open)
    return () => removeEventListener(OPEN_EVENT, open)
  }, [])
  if (!isOpen) return null
  const close = () => setOpen(false)
  return (
    <LazyBoundary close={close}>
      <Content close={close} />
    </LazyBoundary>
  )
}
