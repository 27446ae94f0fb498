import type { Answer } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import styles from './avatar.module.css'
import { hoursOf, OTHERS } from './breakdown.ts'
import { useAvatarTexts } from './texts.ts'

/** Hours with a label below their columns. */
const LABELLED_HOURS = [0, 6, 12, 18]

interface HoursProps {
  buckets: Answer<'GET /insights/avatars/{id}'>['audience']['views']['hours']
}

/** The visits by hour of the day (UTC) as columns, and a sentence that names the busiest hour. */
export function Hours({ buckets }: HoursProps) {
  const texts = useAvatarTexts()
  const { nothingYet } = useCounterTexts()
  const { counts, others } = hoursOf(buckets)
  const maxCount = Math.max(...counts)
  const nameOf = (hour: number) => texts.hour(hour, hour + 1)
  return (
    <section>
      <h3>{texts.hours}</h3>
      {maxCount === 0 ? (
        <p className={styles.none}>{nothingYet}</p>
      ) : (
        <>
          <ol className={styles.hours} aria-label={texts.hours}>
            {counts.map((count, hour) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
                key={hour}
                title={`${nameOf(hour)}: ${formatCount(count)}`}
                data-most={count === maxCount || undefined}
                style={{ '--share': `${(100 * count) / maxCount}%` } as object}
              >
                <span className="visually-hidden">{`${nameOf(hour)}: ${formatCount(count)}`}</span>
              </li>
            ))}
          </ol>
          <p className={styles.clock} aria-hidden="true">
            {LABELLED_HOURS.map(hour => (
              <span key={hour}>{hour}</span>
            ))}
          </p>
          <p className={styles.none}>{texts.mostAt(nameOf(counts.indexOf(maxCount)))}</p>
        </>
      )}
      {others > 0 && <p className={styles.none}>{`${texts.bucketName(OTHERS)}: ${formatCount(others)}`}</p>}
    </section>
  )
}
