import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import styles from './section-links.module.css'

interface SectionLinksProps<Name extends string> {
  label: string
  /** Texts of the links by name of the section, in order. */
  names: Readonly<Record<Name, string>>
  current: Name
  addressOf: (name: Name) => string
}

/** Links to the sections of a page that have addresses of their own. The current link is scrolled into view. */
export function SectionLinks<Name extends string>({
  label,
  names,
  current,
  addressOf,
}: SectionLinksProps<Name>) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section or language moves the current link
  useLayoutEffect(() => {
    const element = row.current!
    const observer = new ResizeObserver(() => scrollToCurrentLink(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [current, names])
  return (
    <nav ref={row} className={styles.links} aria-label={label}>
      {(Object.keys(names) as Name[]).map(name => (
        <Link key={name} href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
          {names[name]}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls only the row: `scrollIntoView` would also scroll the page if the row is outside of the viewport. */
function scrollToCurrentLink(row: HTMLElement): void {
  const link = row.querySelector('[aria-current]')
  if (link === null) return
  const { left, width } = link.getBoundingClientRect()
  const rowBox = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - (rowBox.left + rowBox.width / 2)
}
