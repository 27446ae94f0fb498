import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import Download from '~icons/lucide/download'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { Pager } from '../../ui/counters/pager.tsx'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Waiting } from '../../ui/loading.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import sticky from '../../ui/sticky-bar.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { useWrite } from '../../ui/use-write.ts'
import { AVATARS_PER_PAGE, fetchFirstAvatars, ownPageOf, type SelectedAvatar } from './api.ts'
import { AvatarTable } from './avatar-table.tsx'
import { SelectionActs } from './selection-acts.tsx'
import { type ChangeStudio, LISTED_CHOICES, SORTS, type StudioState, studioAddress } from './state.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'
import type { useStudioActs } from './use-studio-acts.ts'

interface AvatarsProps {
  state: StudioState
  change: ChangeStudio
  acts: ReturnType<typeof useStudioActs>
}

/** All avatars of the creator as a paged table, and the acts on selected ones. */
export function Avatars({ state, change, acts }: AvatarsProps) {
  const texts = useStudioTexts()
  const uiTexts = useUiTexts()
  const { csv } = useCounterTexts()
  const [selectedAvatars, setSelectedAvatars] = useState<ReadonlyMap<string, SelectedAvatar>>(new Map())
  // Shows failures of requests that a button sends; these write nothing, so nothing is refetched.
  const attempt = useWrite(async () => {})
  const query = ownPageOf(state)
  const { data, error, isPlaceholderData, isPaused, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return error === null ? (
      <Loading className={styles.skeleton} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  const select = (avatars: readonly SelectedAvatar[], isSelected: boolean) => {
    const next = new Map(selectedAvatars)
    for (const avatar of avatars) isSelected ? next.set(avatar.id, avatar) : next.delete(avatar.id)
    setSelectedAvatars(next)
  }
  const setListed = (listed: boolean) => {
    setSelectedAvatars(new Map())
    void acts.setListed([...selectedAvatars.values()], listed)
  }
  return (
    <section className={styles.avatars} aria-labelledby="own-avatars">
      <div className={`${sticky.bar} ${styles.controls}`}>
        <h2 id="own-avatars">{texts.avatars(formatCount(data.total), data.total)}</h2>
        <Segmented
          label={texts.show}
          options={LISTED_CHOICES.map(value => ({ value, text: texts.shown[value] }))}
          value={state.listed}
          onChange={listed => change({ listed })}
        />
        <Select
          label={uiTexts.sort}
          options={SORTS.map(value => ({ value, text: texts.orders[value] }))}
          value={state.sort}
          onChange={sort => change({ sort })}
        />
        <button
          type="button"
          className={buttons.quiet}
          onClick={() => void attempt(async () => (await import('./avatars-csv.ts')).downloadAvatars(state))}
        >
          <Download aria-hidden />
          {csv}
        </button>
      </div>
      {isPlaceholderData && isPaused ? (
        <Waiting />
      ) : data.total === 0 ? (
        <p className={styles.nothing}>{texts.noneOfThese}</p>
      ) : (
        <AvatarTable
          page={data}
          state={state}
          isPlaceholder={isPlaceholderData}
          selectedAvatars={selectedAvatars}
          select={select}
          setListed={(avatar, listed) => void acts.setListed([avatar], listed)}
          change={change}
        />
      )}
      <Pager
        label={texts.pages}
        total={data.total}
        size={AVATARS_PER_PAGE}
        page={state.page}
        addressOf={page => studioAddress({ ...state, page })}
      />
      {selectedAvatars.size > 0 && (
        <SelectionActs
          count={selectedAvatars.size}
          total={data.total}
          selectAll={() => void attempt(async () => select(await fetchFirstAvatars(state), true))}
          setListed={setListed}
          end={() => setSelectedAvatars(new Map())}
        />
      )}
    </section>
  )
}
