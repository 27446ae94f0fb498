import { type KeyboardEvent, useState } from 'react'
import { ask } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { isLetterKey } from '../../lib/keys.ts'
import { useScrollMemory } from '../../lib/scroll.ts'
import { useStableActs } from '../../lib/use-stable-acts.ts'
import buttons from '../../ui/button.module.css'
import { CardGrid } from '../../ui/card-grid.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { focusResults } from '../../ui/focus-results.ts'
import { Waiting } from '../../ui/loading.tsx'
import { SearchWithin } from '../../ui/search-within.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonGrid } from '../../ui/skeleton-grid.tsx'
import sticky from '../../ui/sticky-bar.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { type Group, MAX_ACTS, type SelectedAvatar, savedQuery, useSaved } from './api.ts'
import { EmptyState } from './empty-state.tsx'
import { GroupBar } from './group-bar.tsx'
import { isKeyboardLikely } from './may-name-keys.ts'
import { MoveDialog } from './move-dialog.tsx'
import styles from './saved.module.css'
import { type CardActs, SavedCard, SavedCardsProvider } from './saved-card.tsx'
import { SavedMenu } from './saved-menu.tsx'
import { SelectionActs } from './selection-acts.tsx'
import { type SavedSort, type SavedState, savedAddress, UNAVAILABLE } from './state.ts'
import { useSavedTexts } from './texts.ts'
import { useSavedActs } from './use-saved-acts.ts'
import { selectedAvatarOf, useSelection } from './use-selection.ts'

interface SavedListProps {
  state: SavedState
  goTo: (state: SavedState, options?: { replace?: boolean }) => void
  /** The text as typed; that in the state is trimmed. */
  searchText: string
}

const NO_GROUPS: readonly Group[] = []

const SORTS: readonly SavedSort[] = ['saved', 'name', 'own']

/** The saved avatars of a group, or all of them, with everything that can be done to them. */
export function SavedList({ state, goTo, searchText }: SavedListProps) {
  const texts = useSavedTexts()
  const uiTexts = useUiTexts()
  const list = useSaved(state)
  const acts = useSavedActs(state)
  const address = savedAddress(state)
  const selection = useSelection(savedAddress({ ...state, sort: undefined }), !list.isPlaceholder)
  const cardActs = useStableActs<CardActs>({
    toggle: selection.toggle,
    toggleIfSelecting: avatar => {
      if (selection.isOn) selection.toggle(avatar)
      return selection.isOn
    },
    avatarsToDrag: avatar =>
      selection.selectedAvatars.has(avatar.id)
        ? [...selection.selectedAvatars.values()]
        : [selectedAvatarOf(avatar)],
    dropBefore: (avatars, nextId) => void acts.order(avatars, nextId),
  })
  const [avatarsToMove, setAvatarsToMove] = useState<readonly SelectedAvatar[] | null>(null)
  useScrollMemory(!list.isLoading)
  const { firstPage, itemAt, total } = list
  if (list.error !== null && firstPage === undefined)
    return <ErrorState error={list.error} retry={list.retry} />
  if (firstPage === undefined) return list.isPaused ? <Waiting /> : <SkeletonGrid page="list" />
  const selectedAvatars = [...selection.selectedAvatars.values()]
  const isOwnOrder = state.sort === 'own'
  const selectAll = async () => {
    const query = { ...savedQuery(state), limit: MAX_ACTS }
    selection.add((await ask('GET /favorites', { query })).avatars)
  }
  const beginSelection = () => {
    selection.begin()
    // Runs while the pressed button still has the focus, so that the card gets a focus ring only after a key press.
    focusResults()
  }
  const indexAt = (target: EventTarget) =>
    Number((target as Element).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexAt(event.target)
    const avatar = itemAt(index)
    if (avatar === undefined) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
    if (event.altKey && isOwnOrder && step !== 0) {
      event.preventDefault()
      const nextIndex = index + (step === 1 ? 2 : -1)
      const isLast = nextIndex === total
      if (!isLast && itemAt(nextIndex) === undefined) return
      void acts.order([avatar], itemAt(nextIndex)?.id ?? null).then(() => focusCard(index + step))
      return
    }
    if (!isLetterKey(event)) return
    if (event.key === 'x') selection.toggle(avatar)
    else if (event.key === 'm')
      setAvatarsToMove(selectedAvatars.length > 0 ? selectedAvatars : [selectedAvatarOf(avatar)])
    else return
    event.preventDefault()
  }
  return (
    <>
      <GroupBar state={state} page={firstPage} acts={acts} goTo={goTo} />
      <div className={`${sticky.bar} ${styles.controls}`}>
        <SearchWithin
          label={texts.searchWithin}
          clearLabel={texts.clearSearch}
          value={searchText}
          onChange={q => goTo({ ...state, q }, { replace: true })}
        />
        <p aria-live="polite">{!list.isPaused && texts.matches(formatCount(total), total)}</p>
        <div className={styles.order}>
          {total > 0 && !selection.isOn && (
            <button type="button" className={buttons.quiet} onClick={beginSelection}>
              {texts.select}
            </button>
          )}
          <Select
            label={uiTexts.sort}
            options={SORTS.map(value => ({ value, text: texts.orders[value] }))}
            value={state.sort ?? 'saved'}
            onChange={sort => goTo({ ...state, sort })}
          />
          <SavedMenu acts={acts} savedCount={firstPage.page?.saved ?? 0} />
        </div>
      </div>
      {isOwnOrder && total > 1 && <p className={styles.hint}>{texts.ownOrderHint(isKeyboardLikely())}</p>}
      {state.group === UNAVAILABLE && total > 0 && (
        <p className={styles.hint}>
          <b>{texts.unavailableTitle}</b> {texts.unavailableText}
        </p>
      )}
      {list.isPaused ? (
        <Waiting />
      ) : total === 0 ? (
        <EmptyState state={state} savedCount={firstPage.page?.saved ?? 0} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards inside
        <div onKeyDown={onKeyDown} data-selecting={selection.isOn || undefined}>
          <h2 className="visually-hidden">{texts.saved}</h2>
          <SavedCardsProvider
            value={{
              selectedAvatars: selection.selectedAvatars,
              groups: state.group === undefined ? firstPage.groups : NO_GROUPS,
              isOrdered: isOwnOrder,
              acts: cardActs,
            }}
          >
            <CardGrid
              label={texts.heading}
              total={total}
              avatarAt={itemAt}
              onVisible={list.onVisible}
              isPlaceholder={list.isPlaceholder}
              address={address}
              onExtend={indexes => selection.add(indexes.flatMap(index => itemAt(index) ?? []))}
              Card={SavedCard}
            />
          </SavedCardsProvider>
        </div>
      )}
      {selection.isOn && (
        <SelectionActs
          avatars={selectedAvatars}
          total={total}
          selectAll={() => void selectAll()}
          move={() => setAvatarsToMove(selectedAvatars)}
          remove={() => {
            acts.remove(selectedAvatars)
            selection.end()
          }}
          end={selection.end}
        />
      )}
      {avatarsToMove !== null && (
        <MoveDialog
          avatars={avatarsToMove}
          groups={firstPage.groups}
          acts={acts}
          close={() => setAvatarsToMove(null)}
          onMoved={selection.end}
        />
      )}
    </>
  )
}

/** Moves the focus along with an avatar that a key moved, so that the next key press moves it further. */
function focusCard(index: number): void {
  document.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus({ preventScroll: true })
}
