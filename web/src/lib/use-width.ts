import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, which updates on resize; 0 until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const target = element.current!
    const measure = () => setWidth(target.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return width
}
