import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import Previous from '~icons/lucide/arrow-left'
import Next from '~icons/lucide/arrow-right'
import Back from '~icons/lucide/chevron-left'
import type { Avatar } from '../../lib/avatar.ts'
import { formatCount } from '../../lib/format.ts'
import { useKey } from '../../lib/keys.ts'
import { clearScroll } from '../../lib/scroll.ts'
import type { PlaceInResults } from '../../lib/search-results.ts'
import buttons from '../../ui/button.module.css'
import styles from './avatar.module.css'
import { currentPlace, useResultAt } from './place.ts'
import { useAvatarTexts } from './texts.ts'

/** Links back to the results, and to the previous and next avatar in them. */
export function ResultsNavigation() {
  const texts = useAvatarTexts()
  const place = currentPlace()
  const canGoBack = window.navigation?.canGoBack === true
  const goBack = (event: { preventDefault(): void }) => {
    if (!canGoBack) return
    event.preventDefault()
    history.back()
  }
  return (
    <div className={styles.navigation}>
      <Link className={styles.back} href={place?.results ?? '/'} onClick={goBack}>
        <Back aria-hidden />
        {place === null ? (
          canGoBack ? (
            texts.back
          ) : (
            texts.find
          )
        ) : (
          <>
            <span className="visually-hidden">{texts.back} · </span>
            <span className={styles.place}>
              {texts.place(formatCount(place.index + 1), formatCount(place.total), searchTextOf(place))}
            </span>
          </>
        )}
      </Link>
      {place !== null && <Neighbours place={place} />}
    </div>
  )
}

/** The text of the search; null when the results are of filters alone. */
function searchTextOf({ results }: PlaceInResults): ReactNode {
  const q = new URLSearchParams(results.split('?')[1]).get('q')
  return q && <bdi>{q}</bdi>
}

function Neighbours({ place }: { place: PlaceInResults }) {
  const texts = useAvatarTexts()
  const [, navigate] = useLocation()
  const previous = useResultAt(place, place.index - 1)
  const next = useResultAt(place, place.index + 1)
  const open = (avatar: Avatar | undefined, index: number) => {
    if (avatar === undefined) return
    const path = `/avatar/${avatar.id}`
    clearScroll(path)
    // Replaces the history entry, so that "back" leads to the results.
    navigate(path, { replace: true, state: { ...place, index } })
  }
  const steps = [
    { key: '[', name: texts.previous, Icon: Previous, avatar: previous, index: place.index - 1 },
    { key: ']', name: texts.next, Icon: Next, avatar: next, index: place.index + 1 },
  ] as const
  useKey('[', () => open(previous, place.index - 1))
  useKey(']', () => open(next, place.index + 1))
  return (
    <p className={styles.neighbours}>
      {steps.map(({ key, name, Icon, avatar, index }) => (
        <button
          key={key}
          type="button"
          className={buttons.round}
          title={texts.withKey(name, key)}
          aria-keyshortcuts={key}
          aria-disabled={avatar === undefined}
          onClick={() => open(avatar, index)}
        >
          <Icon aria-hidden />
        </button>
      ))}
    </p>
  )
}
