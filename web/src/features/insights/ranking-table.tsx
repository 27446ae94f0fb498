import Down from '~icons/lucide/chevron-down'
import { Sparkline } from '../../ui/counters/sparkline.tsx'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import { Picture } from '../../ui/picture.tsx'
import table from '../../ui/table.module.css'
import { AVATARS_PER_PAGE, type InsightsRow } from './api.ts'
import { AvatarName } from './avatar-name.tsx'
import { COLUMNS } from './columns.tsx'
import styles from './insights.module.css'
import type { ChangeInsights, InsightsState } from './state.ts'
import { useInsightsTexts } from './texts.ts'

interface RankingTableProps {
  rows: readonly InsightsRow[]
  state: InsightsState
  isPlaceholder: boolean
  change: ChangeInsights
}

/** The ranking as a table whose headers select the order; narrow screens show only the selected column. */
export function RankingTable({ rows, state, isPlaceholder, change }: RankingTableProps) {
  const texts = useInsightsTexts()
  const { avatar: avatarHeading } = useCounterTexts()
  const firstRank = (state.page - 1) * AVATARS_PER_PAGE + 1
  return (
    <table className={`${table.table} ${styles.table}`} aria-busy={isPlaceholder} aria-labelledby="ranking">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{texts.rank}</span>
          </th>
          <th scope="col">{avatarHeading}</th>
          {COLUMNS.map(({ sort }) => (
            <th
              key={sort}
              scope="col"
              data-sorted={sort === state.sort || undefined}
              aria-sort={sort === state.sort ? 'descending' : 'none'}
            >
              <button type="button" onClick={() => change({ sort })}>
                {texts.columns[sort]}
                <Down aria-hidden />
                <small>{texts.columnNotes[sort]}</small>
              </button>
            </th>
          ))}
          <th scope="col">{texts.sparkline}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row key={row.id} row={row} rank={firstRank + index} sort={state.sort} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  row,
  rank,
  sort: selectedSort,
}: {
  row: InsightsRow
  rank: number
  sort: InsightsState['sort']
}) {
  return (
    <tr>
      <td className={styles.rank}>{rank}</td>
      <th scope="row">
        <Picture avatar={row} size="thumb" />
        <AvatarName row={row} />
      </th>
      {COLUMNS.map(({ sort, value, note }) => (
        <td key={sort} data-sorted={sort === selectedSort || undefined}>
          {value(row)}
          {note !== undefined && <small>{note(row)}</small>}
        </td>
      ))}
      <td>
        <Sparkline counts={row.sparkline} />
      </td>
    </tr>
  )
}
