import { useScrollMemory } from '../../lib/scroll.ts'
import { useTitle } from '../../lib/title.ts'
import { Address } from './address.tsx'
import { AddressCard } from './address-card.tsx'
import { ADDRESSES } from './addresses.ts'
import { Example } from './example.tsx'
import { Prose } from './prose.tsx'
import { useWorldsTexts } from './texts.ts'
import styles from './worlds.module.css'

/** World endpoints that count a view and a wear. */
const COUNTING_PATHS = ['/api/world/avatar/avtr_…', '/api/world/avatar/avtr_…/wear'] as const

/** The guide for makers of worlds: the addresses that a world is built with, and what they answer at present. */
export function WorldsPage() {
  const texts = useWorldsTexts()
  useTitle(texts.title)
  useScrollMemory(true)
  return (
    <div className={styles.guide}>
      <h1>{texts.heading}</h1>
      <p className={styles.lead}>
        <Prose text={texts.lead} />
      </p>

      <h2>{texts.bake}</h2>
      <p>
        <Prose text={texts.bakeText} />
      </p>
      <ol className={styles.addresses}>
        {ADDRESSES.map(address => (
          <AddressCard key={address.name} address={address} />
        ))}
      </ol>

      <h2>{texts.search}</h2>
      <p>
        <Prose text={texts.searchText} />
      </p>
      <Address path="/api/world/search?q=fox" />

      <h2>{texts.rely}</h2>
      <ul className={styles.rules}>
        {texts.relyRules.map(rule => (
          <li key={rule}>
            <Prose text={rule} />
          </li>
        ))}
      </ul>

      <h2>{texts.often}</h2>
      <p>
        <Prose text={texts.oftenText} />
      </p>

      <h2>{texts.untrusted}</h2>
      <p>
        <Prose text={texts.untrustedText} />
      </p>

      <h2>{texts.counting}</h2>
      <p>
        <Prose text={texts.countingText} />
      </p>
      {COUNTING_PATHS.map(path => (
        <Address key={path} path={path} />
      ))}

      <h2>{texts.example}</h2>
      <p>
        <Prose text={texts.exampleText} />
      </p>
      <Example />

      <p className={styles.more}>
        <a href="/docs#world">{texts.reference}</a>
      </p>
    </div>
  )
}
