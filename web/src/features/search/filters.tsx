import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Close from '~icons/lucide/x'
import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { formatCount } from '../../lib/format.ts'
import { useTagNames } from '../../lib/tags/tag-names.ts'
import { useTyping } from '../../lib/typing.ts'
import type { ChangeSearch, SearchState } from '../../lib/url-state.ts'
import { PlatformChoice } from '../../ui/result-controls.tsx'
import { facetsOf } from './api.ts'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'

/** Narrows the results by platform, creator and tags, each with the number of avatars that it leaves. */
export function Filters({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const texts = useSearchTexts()
  const nameOf = useTagNames()
  const facets = useFacets(state)
  const chosen = state.tag?.split(',') ?? []
  const changeTags = (tags: readonly string[]) => change({ tag: tags.join(',') || undefined })
  return (
    <div className={styles.filters}>
      <PlatformChoice
        value={state.platform}
        onChange={platform => change({ platform })}
        counts={facets && new Map(facets.platforms.map(({ platform, count }) => [platform, count]))}
      />
      <ul className={styles.tags} aria-label={texts.tags}>
        {state.author !== undefined && (
          <Chosen text={texts.author(state.author)} remove={() => change({ author: undefined })} />
        )}
        {chosen.map(tag => (
          <Chosen
            key={tag}
            text={nameOf(tag)}
            remove={() => changeTags(chosen.filter(each => each !== tag))}
          />
        ))}
        {facets?.tags
          .filter(({ tag, count }) => isOffered(tag) && !chosen.includes(tag) && count < facets.total)
          .map(({ tag, count }) => (
            <li key={tag}>
              <button type="button" className={styles.tag} onClick={() => changeTags([...chosen, tag])}>
                {nameOf(tag)}
                <small className="num">{formatCount(count)}</small>
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}

/** The facets of a search; those of the one before while the visitor types. */
function useFacets(state: SearchState) {
  const isTyping = useTyping()
  return useQuery({ ...facetsOf(state), enabled: !isTyping, placeholderData: keepPreviousData }).data
}

function Chosen({ text, remove }: { text: string; remove: () => void }) {
  const texts = useSearchTexts()
  return (
    <li>
      <button
        type="button"
        className={styles.tag}
        aria-pressed="true"
        aria-label={texts.removeTag(text)}
        onClick={remove}
      >
        <bdi>{text}</bdi>
        <Close aria-hidden />
      </button>
    </li>
  )
}

/** False for tags that warn of content, and for those that say the same as the platforms beside them. */
function isOffered(tag: string): boolean {
  return !tag.startsWith('content_') && !(tag in PLATFORM_NAMES)
}
