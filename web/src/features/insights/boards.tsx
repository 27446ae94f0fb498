import { formatCount } from '../../lib/format.ts'
import { formatRate } from '../../lib/format-measures.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import { Picture } from '../../ui/picture.tsx'
import type { InsightsRow, Overview } from './api.ts'
import { AvatarName } from './avatar-name.tsx'
import styles from './insights.module.css'
import { useInsightsTexts } from './texts.ts'

type Board = keyof Overview['leaderboards']

const BOARDS: readonly { readonly board: Board; readonly numberOf: (row: InsightsRow) => string }[] = [
  { board: 'views', numberOf: ({ window }) => formatCount(window.views) },
  { board: 'trending', numberOf: row => `+${formatCount(row.window.views - row.previous.views)}` },
  { board: 'clickThrough', numberOf: ({ rates }) => formatRate(rates.clickThrough) },
  { board: 'likes', numberOf: ({ window }) => formatCount(window.likes) },
]

/** Four leaderboards with ten avatars each. */
export function Boards({ boards }: { boards: Overview['leaderboards'] }) {
  const texts = useInsightsTexts()
  const { nothingYet } = useCounterTexts()
  return (
    <div className={styles.boards}>
      {BOARDS.map(({ board, numberOf }) => (
        <section key={board} aria-labelledby={`board-${board}`}>
          <h2 id={`board-${board}`}>{texts.boards[board]}</h2>
          <p>{texts.boardValues[board]}</p>
          {boards[board].length === 0 && <p className={styles.none}>{nothingYet}</p>}
          <ol>
            {boards[board].map((row, index) => (
              <li key={row.id}>
                <span className={styles.rank}>{index + 1}</span>
                <Picture avatar={row} size="thumb" />
                <AvatarName row={row} />
                <b className="num">{numberOf(row)}</b>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
