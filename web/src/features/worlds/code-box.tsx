import styles from './worlds.module.css'

/** A box of code that can be scrolled, by keys, too. */
export function CodeBox({ label, code }: { label: string; code: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it
    <section className={styles.code} tabIndex={0} aria-label={label}>
      <pre>
        <code>{code}</code>
      </pre>
    </section>
  )
}
