import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import styles from './part-links.module.css'

interface PartLinksProps<Name extends string> {
  label: string
  /** Texts of the links, in the order of the parts. */
  names: Readonly<Record<Name, string>>
  current: Name
  addressOf: (name: Name) => string
}

/** Links to the parts of a page that have addresses of their own; the open one is in sight where the row scrolls. */
export function PartLinks<Name extends string>({ label, names, current, addressOf }: PartLinksProps<Name>) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part or language moves the open link
  useLayoutEffect(() => {
    const element = row.current!
    const observer = new ResizeObserver(() => scrollToOpenLink(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [current, names])
  return (
    <nav ref={row} className={styles.parts} aria-label={label}>
      {(Object.keys(names) as Name[]).map(name => (
        <Link key={name} href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
          {names[name]}
        </Link>
      ))}
    </nav>
  )
}

/** Moves the row alone: `scrollIntoView` would move the page too where the row is not on the screen. */
function scrollToOpenLink(row: HTMLElement): void {
  const link = row.querySelector('[aria-current]')
  if (link === null) return
  const { left, width } = link.getBoundingClientRect()
  const frame = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
}
