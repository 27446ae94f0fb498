import { Link } from 'wouter'
import Previous from '~icons/lucide/chevron-left'
import Next from '~icons/lucide/chevron-right'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import table from '../../ui/table.module.css'
import { PAGE } from './api.ts'
import { type InsightsState, insightsAddress } from './state.ts'
import { useInsightsTexts } from './texts.ts'

/** Links to the previous and the next page. */
export function Pager({ total, state }: { total: number; state: InsightsState }) {
  const texts = useInsightsTexts()
  const { page } = state
  if (total <= PAGE) return null
  const first = (page - 1) * PAGE + 1
  const last = Math.min(total, page * PAGE)
  return (
    <nav className={table.pager} aria-label={texts.pages}>
      {page > 1 && (
        <Link className={buttons.button} href={insightsAddress({ ...state, page: page - 1 })} rel="prev">
          <Previous aria-hidden />
          {texts.previous}
        </Link>
      )}
      <span>{texts.shown(formatCount(first), formatCount(last), formatCount(total))}</span>
      {last < total && (
        <Link className={buttons.button} href={insightsAddress({ ...state, page: page + 1 })} rel="next">
          {texts.next}
          <Next aria-hidden />
        </Link>
      )}
    </nav>
  )
}
