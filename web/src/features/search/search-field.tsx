import { useRef } from 'react'
import Search from '~icons/lucide/search'
import Close from '~icons/lucide/x'
import { useKey } from '../../lib/keys.ts'
import { useFieldTexts } from './field-texts.ts'
import styles from './search.module.css'
import { useSearchDraft } from './use-search-draft.ts'

/** The search field of every page; on the search page results follow each keystroke. */
export function SearchField() {
  const texts = useFieldTexts()
  const input = useRef<HTMLInputElement>(null)
  const { text, change, settle, compose } = useSearchDraft()
  const focus = () => input.current?.select()
  useKey('/', focus)
  useKey('mod+k', focus)
  const clear = () => {
    change('')
    input.current?.focus()
  }
  return (
    <search>
      <form
        className={styles.field}
        onSubmit={event => {
          event.preventDefault()
          settle()
        }}
      >
        <Search aria-hidden />
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={texts.label}
          aria-keyshortcuts="/ Control+K"
          placeholder={texts.hint}
          value={text}
          onChange={event => change(event.currentTarget.value)}
          onCompositionStart={() => compose(true)}
          onCompositionEnd={event => compose(false, event.currentTarget.value)}
          onBlur={settle}
        />
        {text === '' ? (
          <span className={styles.key} aria-hidden="true">
            /
          </span>
        ) : (
          <button type="button" aria-label={texts.clear} onClick={clear}>
            <Close aria-hidden />
          </button>
        )}
      </form>
    </search>
  )
}
