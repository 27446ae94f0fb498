import { useEffect, useState } from 'react'
import { currentViewport, followViewport } from '../lib/viewport.ts'

/** Scrolling by less is ignored, because a finger that is held still moves the page by a few pixels. */
const MIN_MOVE_PX = 24

/** True from when the visitor scrolls down until they scroll up again. */
export function useScrollingDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let lastY = currentViewport().scrollY
    return followViewport(() => {
      const { scrollY } = currentViewport()
      const movedPx = scrollY - lastY
      if (Math.abs(movedPx) < MIN_MOVE_PX) return
      lastY = scrollY
      setDown(movedPx > 0)
    })
  }, [])
  return isDown
}
