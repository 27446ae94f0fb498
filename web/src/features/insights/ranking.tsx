import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import Download from '~icons/lucide/download'
import { downloadFile } from '../../lib/csv.ts'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { Pager } from '../../ui/counters/pager.tsx'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Waiting } from '../../ui/loading.tsx'
import { PlatformChoice } from '../../ui/result-controls.tsx'
import { SearchWithin } from '../../ui/search-within.tsx'
import { Select } from '../../ui/select.tsx'
import { State } from '../../ui/state.tsx'
import sticky from '../../ui/sticky-bar.module.css'
import { AVATARS_PER_PAGE, rankingOf } from './api.ts'
import styles from './insights.module.css'
import { rankingCsv } from './ranking-csv.ts'
import { RankingTable } from './ranking-table.tsx'
import { type ChangeInsights, type InsightsState, insightsAddress, SORTS } from './state.ts'
import { useInsightsTexts } from './texts.ts'

interface RankingProps {
  state: InsightsState
  change: ChangeInsights
}

/** Every listed avatar, by one measure. */
export function Ranking({ state, change }: RankingProps) {
  const texts = useInsightsTexts()
  const { csv } = useCounterTexts()
  const { data, error, isPlaceholderData, isPaused, refetch } = useQuery({
    ...rankingOf(state),
    placeholderData: keepPreviousData,
  })
  const isWaiting = isPlaceholderData && isPaused
  const rows = (!isWaiting && data?.avatars) || []
  return (
    <section aria-labelledby="ranking" className={styles.ranking}>
      <div className={styles.rankingHead}>
        <h2 id="ranking">{texts.ranking}</h2>
        <p className={styles.tracked} aria-live="polite">
          {data !== undefined && texts.tracked(formatCount(data.total), formatCount(data.tracked))}
        </p>
      </div>
      <RankingControls state={state} change={change}>
        <button
          type="button"
          className={buttons.quiet}
          aria-disabled={rows.length === 0}
          onClick={() => downloadFile('avatary-ranking.csv', rankingCsv(rows))}
        >
          <Download aria-hidden />
          {csv}
        </button>
      </RankingControls>
      {data === undefined && error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading className={styles.skeleton} data-ranking />}
      {isWaiting && <Waiting />}
      {data?.avatars.length === 0 && !isWaiting && (
        <State title={texts.noRows} text={texts.noRowsText}>
          <button type="button" className={buttons.button} onClick={() => change({ q: '', platform: null })}>
            {texts.everything}
          </button>
        </State>
      )}
      {rows.length > 0 && (
        <>
          <RankingTable rows={rows} state={state} isPlaceholder={isPlaceholderData} change={change} />
          <Pager
            label={texts.pages}
            total={data?.total ?? 0}
            size={AVATARS_PER_PAGE}
            page={state.page}
            addressOf={page => insightsAddress({ ...state, page })}
          />
        </>
      )}
    </section>
  )
}

function RankingControls({ state, change, children }: RankingProps & { children: ReactNode }) {
  const texts = useInsightsTexts()
  return (
    <div className={`${sticky.bar} ${styles.controls}`}>
      <SearchWithin
        label={texts.searchWithin}
        clearLabel={texts.clear}
        value={state.q}
        onChange={q => change({ q }, true)}
      />
      <PlatformChoice
        value={state.platform ?? undefined}
        onChange={platform => change({ platform: platform ?? null })}
      />
      <div className={styles.sortSelect}>
        <Select
          label={texts.sort}
          options={SORTS.map(value => ({ value, text: texts.columns[value] }))}
          value={state.sort}
          onChange={sort => change({ sort })}
        />
      </div>
      {children}
    </div>
  )
}
