import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, which updates on resize; 0 until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current!
    const measure = () => setWidth(measured.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
