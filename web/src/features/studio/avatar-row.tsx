import { memo } from 'react'
import { Link } from 'wouter'
import Chart from '~icons/lucide/chart-line'
import { formatCount } from '../../lib/format.ts'
import { formatChange, formatRate } from '../../lib/format-measures.ts'
import { useOnline } from '../../lib/online.ts'
import { usePreferences } from '../../lib/preferences.ts'
import buttons from '../../ui/button.module.css'
import { Sparkline } from '../../ui/counters/sparkline.tsx'
import { Trend } from '../../ui/counters/trend.tsx'
import { Picture } from '../../ui/picture.tsx'
import names from '../../ui/row-name.module.css'
import { Switch } from '../../ui/switch.tsx'
import type { OwnAvatar } from './api.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

/** The acts of a row. Always the same object for all rows, so that no row re-renders because of it. */
export interface RowActs {
  readonly select: (index: number, isSelected: boolean, isRange: boolean) => void
  readonly setListed: (avatar: OwnAvatar, listed: boolean) => void
  readonly toggleChart: (id: string) => void
}

interface AvatarRowProps {
  avatar: OwnAvatar
  /** Index in the table. */
  index: number
  isSelected: boolean
  isOpen: boolean
  acts: RowActs
}

/** Memoized, because a page has a hundred rows. */
export const AvatarRow = memo(({ avatar, index, isSelected, isOpen, acts }: AvatarRowProps) => {
  const texts = useStudioTexts()
  const [{ keys }] = usePreferences()
  return (
    <tr data-index={index} data-selected={isSelected || undefined} data-hidden={!avatar.listed || undefined}>
      <td>
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={texts.selectName(avatar.name)}
            aria-keyshortcuts={keys ? 'x' : undefined}
            checked={isSelected}
            onChange={({ currentTarget, nativeEvent }) =>
              acts.select(index, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        </label>
      </td>
      <Cells avatar={avatar} isOpen={isOpen} acts={acts} />
    </tr>
  )
})

/** The cells that do not change when the row is selected. */
const Cells = memo(({ avatar, isOpen, acts }: Pick<AvatarRowProps, 'avatar' | 'isOpen' | 'acts'>) => {
  const texts = useStudioTexts()
  const isOnline = useOnline()
  const { id, name, listed, hiddenBecause } = avatar
  return (
    <>
      <th scope="row">
        {/* The server gives pictures of listed avatars alone. */}
        <Picture avatar={listed ? avatar : { ...avatar, imageUrl: '' }} size="thumb" />
        <span className={`${names.name} ${styles.who}`}>
          {listed ? (
            <Link href={`/avatar/${id}`}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
          {hiddenBecause.map(reason => (
            <small key={reason}>{texts.reasons[reason]}</small>
          ))}
        </span>
        <button
          type="button"
          className={`${buttons.quiet} ${styles.open}`}
          aria-expanded={isOpen}
          aria-label={texts.chartOf(name)}
          title={texts.chart}
          onClick={() => acts.toggleChart(id)}
        >
          <Chart aria-hidden />
        </button>
      </th>
      <td className={styles.switch}>
        <Switch
          label={texts.listedName(name)}
          isOn={!hiddenBecause.includes('unlisted')}
          onChange={isOn => acts.setListed(avatar, isOn)}
          isDisabled={!isOnline}
        />
      </td>
      <Numbers avatar={avatar} />
    </>
  )
})

function Numbers({ avatar: { window, previous, trend, rates, sparkline } }: Pick<AvatarRowProps, 'avatar'>) {
  const texts = useStudioTexts()
  return (
    <>
      <td data-column="views">
        {formatCount(window.views)}
        <small>
          <Trend percent={trend.views} />
        </small>
      </td>
      <td data-column="trending">
        <span>{formatChange(window.views - previous.views)}</span>
        <Sparkline counts={sparkline} />
      </td>
      <td data-column="likes">
        {formatRate(rates.likeRate)}
        <small>{texts.likes(formatCount(window.likes), window.likes)}</small>
      </td>
    </>
  )
}
