import { useEffect, useState } from 'react'
import { useKey } from '../lib/keys.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'

const OPEN_EVENT = 'avatary:shortcuts'

const ShortcutsContent = lazyPart(() => import('./shortcuts-content.tsx'), 'ShortcutsContent')

export function openShortcuts(): void {
  dispatchEvent(new Event(OPEN_EVENT))
}

/** The dialog with all keyboard shortcuts, which `?` opens. */
export function ShortcutsDialog() {
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
      <ShortcutsContent close={close} />
    </LazyBoundary>
  )
}
