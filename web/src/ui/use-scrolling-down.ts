import { useEffect, useState } from 'react'

/** Shorter scrolling is ignored, because a resting finger moves the page by a few pixels. */
const LEAST_MOVE = 24

/** True from when the visitor scrolls down until they scroll up again. */
export function useScrollingDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let before = scrollY
    const note = () => {
      const moved = scrollY - before
      if (Math.abs(moved) < LEAST_MOVE) return
      before = scrollY
      setDown(moved > 0)
    }
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [])
  return isDown
}
