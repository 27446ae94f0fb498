import { useQuery } from '@tanstack/react-query'
import Close from '~icons/lucide/x'
import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { formatCount } from '../../lib/format.ts'
import { useTagNames } from '../../lib/tags/tag-names.ts'
import type { ChangeSearch, SearchState } from '../../lib/url-state.ts'
import { PlatformChoice } from '../../ui/result-controls.tsx'
import { topTags } from './api.ts'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'

/** Narrows the results by platform, creator and tag. */
export function Filters({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const texts = useSearchTexts()
  const nameOf = useTagNames()
  return (
    <div className={styles.filters}>
      <PlatformChoice value={state.platform} onChange={platform => change({ platform })} />
      <ul className={styles.tags} aria-label={texts.tags}>
        {state.author !== undefined && (
          <Chosen text={texts.author(state.author)} remove={() => change({ author: undefined })} />
        )}
        {state.tag !== undefined && (
          <Chosen text={nameOf(state.tag)} remove={() => change({ tag: undefined })} />
        )}
        <TopTags state={state} change={change} />
      </ul>
    </div>
  )
}

function TopTags({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const { data } = useQuery(topTags)
  const nameOf = useTagNames()
  return data?.tags
    .filter(({ tag }) => tag !== state.tag && isOffered(tag))
    .map(({ tag, count }) => (
      <li key={tag}>
        <button type="button" className={styles.tag} onClick={() => change({ tag })}>
          {nameOf(tag)}
          <small className="num">{formatCount(count)}</small>
        </button>
      </li>
    ))
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
