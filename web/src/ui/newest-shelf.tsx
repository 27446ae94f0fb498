import { useQuery } from '@tanstack/react-query'
import { answerOf } from '../lib/queries.ts'
import styles from './shelf.module.css'
import { Shelf } from './shelf.tsx'
import { useUiTexts } from './texts.ts'

const newestAvatars = answerOf('GET /avatars/search', { query: { sort: 'recent', limit: 12 } })

/**
 * A shelf of the newest avatars, shown below a message that something was not found; nothing if there are none, or they
 * did not load.
 */
export function NewestShelf() {
  const texts = useUiTexts()
  const { data, error } = useQuery(newestAvatars)
  if (data ? data.avatars.length === 0 : error) return null
  return (
    <>
      <h2 className={styles.heading}>{texts.newest}</h2>
      <Shelf avatars={data?.avatars} isOnFirstScreen />
    </>
  )
}
