import { Fragment, useState } from 'react'
import Down from '~icons/lucide/chevron-down'
import { useStableActs } from '../../lib/use-stable-acts.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Loading } from '../../ui/loading.tsx'
import table from '../../ui/table.module.css'
import type { OwnAvatar, OwnPage, SelectedAvatar } from './api.ts'
import { AvatarRow, type RowActs } from './avatar-row.tsx'
import type { ChangeStudio, StudioSort, StudioState } from './state.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'
import { useRowKeys } from './use-row-keys.ts'

const AvatarChart = lazyPart(
  () => import('./avatar-chart.tsx'),
  'AvatarChart',
  () => <Loading className={styles.blank} />,
)

interface AvatarTableProps {
  page: OwnPage
  state: StudioState
  isPlaceholder: boolean
  selectedAvatars: ReadonlyMap<string, SelectedAvatar>
  select: (avatars: readonly SelectedAvatar[], isSelected: boolean) => void
  setListed: (avatar: OwnAvatar, listed: boolean) => void
  change: ChangeStudio
}

/** The columns by which the table can be sorted; narrow screens show only the selected one. */
const COLUMNS = ['views', 'trending', 'likes'] as const satisfies readonly StudioSort[]

/** Avatars with switches and numbers; at most one is open, and its chart is below its row. */
export function AvatarTable({
  page,
  state,
  isPlaceholder,
  selectedAvatars,
  select,
  setListed,
  change,
}: AvatarTableProps) {
  const texts = useStudioTexts()
  const { avatar } = useCounterTexts()
  const [openId, setOpenId] = useState<string | null>(null)
  const { avatars } = page
  const rowKeys = useRowKeys({ avatars, selectedAvatars, select })
  const acts = useStableActs<RowActs>({
    select: rowKeys.press,
    setListed,
    toggleChart: id => setOpenId(openId => (openId === id ? null : id)),
  })
  const areAllSelected = avatars.every(({ id }) => selectedAvatars.has(id))
  return (
    <table
      className={`${table.table} ${styles.table}`}
      aria-labelledby="own-avatars"
      aria-busy={isPlaceholder}
      data-sort={state.sort}
    >
      <thead>
        <tr>
          <td>
            <label className={styles.check}>
              <input
                type="checkbox"
                aria-label={texts.selectPage}
                checked={areAllSelected}
                onChange={() => select(avatars, !areAllSelected)}
              />
            </label>
          </td>
          <th scope="col">{avatar}</th>
          <th scope="col">{texts.listed}</th>
          {COLUMNS.map(sort => (
            <th
              key={sort}
              scope="col"
              data-column={sort}
              aria-sort={sort === state.sort ? 'descending' : 'none'}
            >
              <button type="button" onClick={() => change({ sort })}>
                {texts.columns[sort]}
                <Down aria-hidden />
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={rowKeys.body} onFocus={rowKeys.onFocus} onKeyDown={rowKeys.onKeyDown}>
        {avatars.map((avatar, index) => (
          <Fragment key={avatar.id}>
            <AvatarRow
              avatar={avatar}
              index={index}
              isSelected={selectedAvatars.has(avatar.id)}
              isOpen={openId === avatar.id}
              acts={acts}
            />
            {openId === avatar.id && (
              <tr>
                <td colSpan={3 + COLUMNS.length} className={styles.opened}>
                  <AvatarChart id={avatar.id} days={Number(state.days)} counter={state.view} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
