import { Link } from 'wouter'
import Chart from '~icons/lucide/chart-line'
import { formatCount, formatRate } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { Sparkline } from '../../ui/counters/sparkline.tsx'
import { Trend } from '../../ui/counters/trend.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { OwnAvatar } from './api.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

interface AvatarRowProps {
  avatar: OwnAvatar
  /** Place in the table. */
  index: number
  isChosen: boolean
  isOpen: boolean
  choose: (isOn: boolean, isRange: boolean) => void
  setListed: (listed: boolean) => void
  toggle: () => void
}

export function AvatarRow({ avatar, index, isChosen, isOpen, choose, setListed, toggle }: AvatarRowProps) {
  const texts = useStudioTexts()
  const { id, name, listed, hiddenBecause, window, previous, trend, rates, sparkline } = avatar
  const change = window.views - previous.views
  return (
    <tr data-index={index} data-chosen={isChosen || undefined} data-hidden={!listed || undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={texts.selectName(name)}
          checked={isChosen}
          onChange={({ currentTarget, nativeEvent }) =>
            choose(currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
          }
        />
      </td>
      <th scope="row">
        <Picture avatar={avatar} size="thumb" />
        <span className={styles.who}>
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
          onClick={toggle}
        >
          <Chart aria-hidden />
        </button>
      </th>
      <td className={styles.switch}>
        <Switch
          label={texts.listedName(name)}
          isOn={!hiddenBecause.includes('unlisted')}
          onChange={setListed}
        />
      </td>
      <td data-column="views">
        {formatCount(window.views)}
        <small>
          <Trend percent={trend.views} />
        </small>
      </td>
      <td data-column="trending">
        <span>
          {change > 0 ? '+' : change < 0 ? '−' : ''}
          {formatCount(Math.abs(change))}
        </span>
        <Sparkline counts={sparkline} />
      </td>
      <td data-column="likes">
        {formatRate(rates.likeRate)}
        <small>{texts.likes(formatCount(window.likes), window.likes)}</small>
      </td>
    </tr>
  )
}
