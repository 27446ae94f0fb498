import type { Value } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatCountry } from '../../lib/format-measures.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import styles from './avatar.module.css'
import { largestGroups, OTHERS } from './breakdown.ts'
import { Hours } from './hours.tsx'
import { useAvatarTexts } from './texts.ts'

type AudienceOfViews = Value<'GET /insights/avatars/{id}'>['audience']['views']
type Breakdown = AudienceOfViews['terms']

const UNKNOWN_COUNTRY = 'XX'

/** The visitors of an avatar, counted in coarse groups. */
export function Audience({ audience }: { audience: AudienceOfViews }) {
  const texts = useAvatarTexts()
  const countryOf = (code: string) => {
    if (code === UNKNOWN_COUNTRY) return texts.unknownCountry
    return /^[A-Z]{2}$/.test(code) ? formatCountry(code) : texts.key(code)
  }
  return (
    <div className={styles.audience}>
      <Ranking title={texts.terms} rows={audience.terms} nameOf={texts.key} />
      <Ranking title={texts.countries} rows={audience.countries} nameOf={countryOf} />
      <Ranking title={texts.referrers} rows={audience.referrers} nameOf={texts.key} />
      <Hours rows={audience.hours} />
      <Ranking title={texts.devices} rows={audience.devices} nameOf={texts.key} />
    </div>
  )
}

interface RankingProps {
  title: string
  rows: Breakdown
  nameOf: (key: string) => string
}

/** Groups with their counts as bars; visitors of all other groups, and of none, come last. */
function Ranking({ title, rows, nameOf }: RankingProps) {
  const { nothingYet } = useCounterTexts()
  const groups = largestGroups(rows)
  // The others are no group, and would make the bars of the groups too short to compare.
  const maxCount = Math.max(1, ...groups.map(({ key, count }) => (key === OTHERS ? 0 : count)))
  return (
    <section>
      <h3>{title}</h3>
      {rows.length === 0 && <p className={styles.none}>{nothingYet}</p>}
      <ol className={styles.ranking} aria-label={title}>
        {groups.map(({ key, count }) => (
          <li key={key} style={{ '--share': `${key === OTHERS ? 0 : (100 * count) / maxCount}%` } as object}>
            <bdi>{nameOf(key)}</bdi>
            <span className="num">{formatCount(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
