import { Fragment } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './worlds.module.css'

/** An address of the interface, which a button copies; its lines break between its parts. */
export function Address({ path }: { path: string }) {
  const url = location.origin + path
  return (
    <p className={styles.address}>
      <code>
        {url.split(/(?<=[/?&,])(?=[^/])/).map((part, index) => (
          // The parts have no ids, and their order does not change.
          // biome-ignore lint/suspicious/noArrayIndexKey: the address is written as a whole
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <CopyButton text={url} />
    </p>
  )
}
