import { useEffect, useState } from 'react'
import { currentView, followView } from '../lib/view.ts'

/** Shorter scrolling is ignored, because a resting finger moves the page by a few pixels. */
const MIN_MOVE = 24

/** True from when the visitor scrolls down until they scroll up again. */
export function useScrollingDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let before = currentView().scrollY
    return followView(() => {
      const { scrollY } = currentView()
      const moved = scrollY - before
      if (Math.abs(moved) < MIN_MOVE) return
      before = scrollY
      setDown(moved > 0)
    })
  }, [])
  return isDown
}
