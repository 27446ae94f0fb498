import { useEffect, useState, useSyncExternalStore } from 'react'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { openSubmitter } from './api.ts'
import { ItemList } from './item-list.tsx'
import { PasteForm } from './paste-form.tsx'
import { ProgressLine } from './progress-line.tsx'
import styles from './submit.module.css'
import { useSubmitTexts } from './texts.ts'

/** Lets anybody submit avatars, and shows the progress of each. */
export function SubmitPage() {
  const texts = useSubmitTexts()
  const { features } = useSession()
  const [submitter] = useState(openSubmitter)
  const { items, pause } = useSyncExternalStore(submitter.listen, submitter.progress)
  useTitle(texts.title)
  useScrollMemory(true)
  useEffect(() => {
    const controller = new AbortController()
    void submitter.run(controller.signal)
    return () => controller.abort()
  }, [submitter])
  return (
    <div className={styles.submit}>
      <h1>{texts.heading}</h1>
      <p className={styles.lead}>{texts.lead}</p>
      {features.verification === false && <p className={styles.notLookedUp}>{texts.notLookedUp}</p>}
      <PasteForm items={items} add={ids => submitter.add(ids)} />
      {items.length > 0 && (
        <>
          <ProgressLine items={items} pause={pause} removeDecided={() => submitter.removeDecided()} />
          <ItemList items={items} />
        </>
      )}
    </div>
  )
}
