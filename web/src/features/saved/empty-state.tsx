import { Link } from 'wouter'
import buttons from '../../ui/button.module.css'
import { State } from '../../ui/state.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import { useMayNameKeys } from './may-name-keys.ts'
import { SAVED_PATH, type SavedState, UNAVAILABLE } from './state.ts'
import { useSavedTexts } from './texts.ts'

/** Says why the list is empty, and what the person can do. */
export function EmptyState({ state, savedCount }: { state: SavedState; savedCount: number }) {
  const texts = useSavedTexts()
  const { find } = useUiTexts()
  const mayNameKeys = useMayNameKeys()
  if (savedCount === 0) {
    return (
      <State title={texts.empty} text={texts.emptyText(mayNameKeys)}>
        <Link className={buttons.main} href="/">
          {find}
        </Link>
      </State>
    )
  }
  const [title, text] =
    state.q !== undefined
      ? [texts.nothingFound, texts.nothingFoundText]
      : state.group === UNAVAILABLE
        ? [texts.emptyUnavailable, texts.emptyUnavailableText]
        : [texts.emptyGroup, texts.emptyGroupText]
  return (
    <State title={title} text={text}>
      <Link className={buttons.button} href={SAVED_PATH}>
        {texts.showAll}
      </Link>
    </State>
  )
}
