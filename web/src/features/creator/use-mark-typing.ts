import { useEffect, useRef } from 'react'
import { SETTLE_MS, setTyping } from '../../lib/typing.ts'

/** Returns a function to call at each keystroke, so that no search is counted before a pause in typing. */
export function useMarkTyping(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    return () => {
      clearTimeout(timer.current)
      setTyping(false)
    }
  }, [])
  return () => {
    setTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyping(false), SETTLE_MS)
  }
}
