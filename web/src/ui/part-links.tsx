import { Link } from 'wouter'
import styles from './part-links.module.css'

interface PartLinksProps<Name extends string> {
  label: string
  /** Texts of the links, in the order of the parts. */
  names: Readonly<Record<Name, string>>
  current: Name
  addressOf: (name: Name) => string
}

/** Links to the parts of a page that have addresses of their own. */
export function PartLinks<Name extends string>({ label, names, current, addressOf }: PartLinksProps<Name>) {
  return (
    <nav className={styles.parts} aria-label={label}>
      {(Object.keys(names) as Name[]).map(name => (
        <Link key={name} href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
          {names[name]}
        </Link>
      ))}
    </nav>
  )
}
