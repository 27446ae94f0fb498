import { lazy, Suspense, useEffect, useState } from 'react'
import { useKey } from '../lib/keys.ts'

const OPEN = 'avatary:keys'

const Content = lazy(() => import('./keys-content.tsx').then(module => ({ default: module.KeysContent })))

/** Opens the dialog of all keys. */
export function openKeys(): void {
  dispatchEvent(new Event(OPEN))
}

/** The dialog of all keys, which `?` opens. */
export function KeysDialog() {
  const [isOpen, setOpen] = useState(false)
  useKey('?', () => setOpen(true))
  useEffect(() => {
    const open = () => setOpen(true)
    addEventListener(OPEN, open)
    return () => removeEventListener(OPEN, open)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <Content close={() => setOpen(false)} />
    </Suspense>
  )
}
