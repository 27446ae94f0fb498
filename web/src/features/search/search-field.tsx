import { useId, useRef } from 'react'
import Search from '~icons/lucide/search'
import Close from '~icons/lucide/x'
import { useKey } from '../../lib/keys.ts'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import box from '../../ui/search-box.module.css'
import { useFieldTexts } from './field-texts.ts'
import styles from './search.module.css'
import { useSearchDraft } from './use-search-draft.ts'
import { useSuggestions } from './use-suggestions.ts'

const loadList = () => import('./suggestion-list.tsx')

const SuggestionList = lazyPart(loadList, 'SuggestionList')

/** The search field of every page; on the search page the results follow each keystroke. */
export function SearchField() {
  const texts = useFieldTexts()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { text, change, settle, leave, setComposing, choose } = useSearchDraft()
  const { lines, activeIndex, isOpen, close, ...suggestions } = useSuggestions({ text, choose })
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
        className={`${box.box} ${styles.field}`}
        onSubmit={event => {
          event.preventDefault()
          close()
          settle()
        }}
      >
        <Search aria-hidden />
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeIndex < 0 ? undefined : `${listId}-${activeIndex}`}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={texts.label}
          aria-keyshortcuts="/ Control+K"
          placeholder={texts.hint}
          value={text}
          onChange={event => {
            change(event.currentTarget.value)
            if (!(event.nativeEvent as InputEvent).isComposing) suggestions.restart()
          }}
          onCompositionStart={() => {
            setComposing(true)
            close()
          }}
          onCompositionEnd={event => {
            setComposing(false, event.currentTarget.value)
            suggestions.restart()
          }}
          onFocus={() => {
            suggestions.open()
            // Preloads the list, so that the first keystroke need not.
            loadList().catch(() => {})
          }}
          onClick={suggestions.open}
          onKeyDown={suggestions.onKeyDown}
          onBlur={() => {
            close()
            leave()
          }}
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
        {isOpen && (
          <LazyBoundary>
            <SuggestionList
              id={listId}
              lines={lines}
              activeIndex={activeIndex}
              typedText={text.trim()}
              accept={suggestions.accept}
            />
          </LazyBoundary>
        )}
      </form>
    </search>
  )
}
