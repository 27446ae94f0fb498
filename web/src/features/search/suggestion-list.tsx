import type { ComponentType, SVGProps } from 'react'
import Creator from '~icons/lucide/circle-user-round'
import Recent from '~icons/lucide/history'
import Term from '~icons/lucide/search'
import Correction from '~icons/lucide/sparkles'
import Tag from '~icons/lucide/tag'
import Delete from '~icons/lucide/trash-2'
import { formatCount } from '../../lib/format.ts'
import { useTagTexts } from '../../ui/tag-texts.ts'
import styles from './suggestion-list.module.css'
import type { Suggestion, SuggestionKind } from './suggestions.ts'
import { useSearchTexts } from './texts.ts'

const ICONS: Readonly<Record<SuggestionKind, ComponentType<SVGProps<SVGSVGElement>>>> = {
  correction: Correction,
  recent: Recent,
  term: Term,
  tag: Tag,
  creator: Creator,
  delete: Delete,
}

interface SuggestionListProps {
  id: string
  lines: readonly Suggestion[]
  /** -1 when no line but the field itself is active. */
  activeIndex: number
  typedText: string
  accept: (line: Suggestion) => void
}

/** The suggestions below the search field, grouped by kind. */
export function SuggestionList({ id, lines, activeIndex, typedText, accept }: SuggestionListProps) {
  const texts = useSearchTexts()
  const kinds = [...new Set(lines.map(({ kind }) => kind))]
  return (
    <div className={styles.panel}>
      <div id={id} role="listbox" aria-label={texts.suggestions}>
        {kinds.map(kind => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
          <div key={kind} role="group" aria-label={texts.suggestionKinds[kind]}>
            {kind === 'correction' && <p aria-hidden="true">{texts.suggestionKinds.correction}</p>}
            {lines.map(
              (line, index) =>
                line.kind === kind && (
                  <Option
                    key={line.text}
                    id={`${id}-${index}`}
                    line={line}
                    typedText={typedText}
                    isActive={index === activeIndex}
                    accept={accept}
                  />
                ),
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

interface OptionProps extends Pick<SuggestionListProps, 'id' | 'typedText' | 'accept'> {
  line: Suggestion
  isActive: boolean
}

function Option({ id, line, typedText, isActive, accept }: OptionProps) {
  const texts = useSearchTexts()
  const tagName = useTagTexts()
  const { kind, text, count } = line
  const Icon = ICONS[kind]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see the listbox
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // Keeps the focus in the field.
      onPointerDown={event => event.preventDefault()}
      onClick={() => accept(line)}
    >
      <Icon aria-hidden />
      <bdi>
        {kind === 'delete' ? (
          texts.delete
        ) : (
          <CompletedText text={kind === 'tag' ? tagName(text) : text} typedText={typedText} />
        )}
      </bdi>
      {kind !== 'delete' && <span className="visually-hidden">{texts.suggestionKinds[kind]}</span>}
      {count !== null && <small className="num">{formatCount(count)}</small>}
    </div>
  )
}

/** A suggestion in which the part after the typed text is bold. */
function CompletedText({ text, typedText }: { text: string; typedText: string }) {
  const length = text.toLowerCase().startsWith(typedText.toLowerCase()) ? typedText.length : text.length
  return (
    <>
      {text.slice(0, length)}
      <b>{text.slice(length)}</b>
    </>
  )
}
