import type { Answer } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatCountry } from '../../lib/format-measures.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import styles from './avatar.module.css'
import { largestBuckets, OTHERS } from './breakdown.ts'
import { Hours } from './hours.tsx'
import { useAvatarTexts } from './texts.ts'

type AudienceOfViews = Answer<'GET /insights/avatars/{id}'>['audience']['views']
type Buckets = AudienceOfViews['terms']

const UNKNOWN_COUNTRY = 'XX'

/** The visitors of an avatar by bucket. */
export function Audience({ audience }: { audience: AudienceOfViews }) {
  const texts = useAvatarTexts()
  const countryOf = (code: string) => {
    if (code === UNKNOWN_COUNTRY) return texts.unknownCountry
    return /^[A-Z]{2}$/.test(code) ? formatCountry(code) : texts.bucketName(code)
  }
  return (
    <div className={styles.audience}>
      <Ranking title={texts.terms} buckets={audience.terms} nameOf={texts.bucketName} />
      <Ranking title={texts.countries} buckets={audience.countries} nameOf={countryOf} />
      <Ranking title={texts.referrers} buckets={audience.referrers} nameOf={texts.bucketName} />
      <Hours buckets={audience.hours} />
      <Ranking title={texts.devices} buckets={audience.devices} nameOf={texts.bucketName} />
    </div>
  )
}

interface RankingProps {
  title: string
  buckets: Buckets
  nameOf: (key: string) => string
}

/** Buckets with their counts as bars; all other visitors come last. */
function Ranking({ title, buckets, nameOf }: RankingProps) {
  const { nothingYet } = useCounterTexts()
  const shownBuckets = largestBuckets(buckets)
  // The sum of the others would make the bars of the buckets too short to compare.
  const maxCount = Math.max(1, ...shownBuckets.map(({ key, count }) => (key === OTHERS ? 0 : count)))
  return (
    <section>
      <h3>{title}</h3>
      {buckets.length === 0 && <p className={styles.none}>{nothingYet}</p>}
      <ol className={styles.ranking} aria-label={title}>
        {shownBuckets.map(({ key, count }) => (
          <li key={key} style={{ '--share': `${key === OTHERS ? 0 : (100 * count) / maxCount}%` } as object}>
            <bdi>{nameOf(key)}</bdi>
            <span className="num">{formatCount(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
