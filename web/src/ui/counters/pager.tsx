import { Link } from 'wouter'
import Previous from '~icons/lucide/chevron-left'
import Next from '~icons/lucide/chevron-right'
import { formatCount } from '../../lib/format.ts'
import buttons from '../button.module.css'
import table from '../table.module.css'
import { useCounterTexts } from './texts.ts'

interface PagerProps {
  label: string
  /** Number of rows on all pages. */
  total: number
  /** Maximum number of rows of a page. */
  size: number
  /** The page that is shown, from 1. */
  page: number
  addressOf: (page: number) => string
}

/** Links to the previous and the next page of a table. */
export function Pager({ label, total, size, page, addressOf }: PagerProps) {
  const texts = useCounterTexts()
  if (total <= size) return null
  const lastRow = Math.min(total, page * size)
  return (
    <nav className={table.pager} aria-label={label}>
      {page > 1 && (
        <Link className={buttons.button} href={addressOf(page - 1)} rel="prev">
          <Previous aria-hidden />
          {texts.previous}
        </Link>
      )}
      <span>{texts.range(formatCount((page - 1) * size + 1), formatCount(lastRow), formatCount(total))}</span>
      {lastRow < total && (
        <Link className={buttons.button} href={addressOf(page + 1)} rel="next">
          {texts.next}
          <Next aria-hidden />
        </Link>
      )}
    </nav>
  )
}
