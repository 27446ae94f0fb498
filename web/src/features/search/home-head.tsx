import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'wouter'
import { formatCount, listParts } from '../../lib/format.ts'
import { searchAddress } from '../../lib/url-state.ts'
import { Shelf } from '../../ui/shelf.tsx'
import { popularSearches, stats, trending } from './api.ts'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'

/** The head of the home page: the number of avatars, popular searches, and the most viewed avatars. */
export const HomeHead = memo(() => {
  const texts = useSearchTexts()
  const { data } = useQuery(stats)
  const totals = data === undefined ? '' : texts.totals(formatCount(data.listed), formatCount(data.creators))
  return (
    <>
      <div className={styles.hero}>
        <h1>{totals}</h1>
        <p>
          <PopularSearches />
        </p>
      </div>
      <MostViewed />
    </>
  )
})

function PopularSearches() {
  const texts = useSearchTexts()
  const terms = useQuery(popularSearches).data?.terms ?? []
  if (terms.length === 0) return null
  return texts.popularSearches(
    listParts(terms).map(({ type, value }, index) =>
      type === 'literal' ? (
        value
      ) : (
        // The parts have no ids, and their order does not change.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is written as a whole
        <Link key={index} href={searchAddress({ q: value })}>
          <bdi>{value.replaceAll(' ', '\u00a0')}</bdi>
        </Link>
      ),
    ),
  )
}

/** A shelf of this week's most viewed avatars; nothing if none was viewed, or they did not load. */
export function MostViewed() {
  const texts = useSearchTexts()
  const { data, error } = useQuery(trending)
  if (data ? data.avatars.every(({ views }) => views === 0) : error) return null
  return (
    <section aria-labelledby="most-viewed">
      <div className={styles.heading}>
        <h2 id="most-viewed">{texts.mostViewed}</h2>
        <Link href="/insights?days=7">{texts.rankings}</Link>
      </div>
      <Shelf
        isOnFirstScreen
        avatars={data?.avatars}
        overlay={index => (
          <span aria-hidden className={styles.rank}>
            {index + 1}
          </span>
        )}
      />
    </section>
  )
}
