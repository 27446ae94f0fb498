import type { Value } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import styles from './avatar.module.css'
import { hoursOf } from './breakdown.ts'
import { useAvatarTexts } from './texts.ts'

/** Hours named below the columns. */
const NAMED = [0, 6, 12, 18]

interface HoursProps {
  rows: Value<'GET /insights/avatars/{id}'>['audience']['views']['hours']
}

/** The visits by hour of the day (UTC), as columns in the order of the clock, and the hour with the most in words. */
export function Hours({ rows }: HoursProps) {
  const texts = useAvatarTexts()
  const { nothingYet } = useCounterTexts()
  const { counts, others } = hoursOf(rows)
  const most = Math.max(...counts)
  const named = (hour: number) => texts.hour(hour, hour + 1)
  return (
    <section>
      <h3>{texts.hours}</h3>
      {most === 0 ? (
        <p className={styles.none}>{nothingYet}</p>
      ) : (
        <>
          <ol className={styles.hours} aria-label={texts.hours}>
            {counts.map((count, hour) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
                key={hour}
                title={`${named(hour)}: ${formatCount(count)}`}
                data-most={count === most || undefined}
                style={{ '--share': `${(100 * count) / most}%` } as object}
              >
                <span className="visually-hidden">{`${named(hour)}: ${formatCount(count)}`}</span>
              </li>
            ))}
          </ol>
          <p className={styles.clock} aria-hidden="true">
            {NAMED.map(hour => (
              <span key={hour}>{hour}</span>
            ))}
          </p>
          <p className={styles.none}>{texts.mostAt(named(counts.indexOf(most)))}</p>
        </>
      )}
      {others > 0 && <p className={styles.none}>{`${texts.key('other')}: ${formatCount(others)}`}</p>}
    </section>
  )
}
