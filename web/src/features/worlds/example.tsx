import { type SyntheticEvent, useState } from 'react'
import { CodeBox } from './code-box.tsx'
import { CopyButton } from './copy-button.tsx'
import { useWorldsTexts } from './texts.ts'
import styles from './worlds.module.css'

/** The UdonSharp behaviour of the guide, loaded when it is opened. */
export function Example() {
  const texts = useWorldsTexts()
  const [code, setCode] = useState('')
  const load = async ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open) setCode((await import('./avatar-shelf.cs?raw')).default)
  }
  return (
    <details className={styles.example} onToggle={event => void load(event)}>
      <summary>AvatarShelf.cs</summary>
      <CopyButton text={code} label={texts.copyExample} />
      <CodeBox label="AvatarShelf.cs" code={code} />
    </details>
  )
}
