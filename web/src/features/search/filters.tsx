import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { useTyping } from '../../lib/typing.ts'
import { type ChangeSearch, platformOf, type SearchState } from '../../lib/url-state.ts'
import { PerformanceChoice, PlatformChoice } from '../../ui/result-controls.tsx'
import sticky from '../../ui/sticky-bar.module.css'
import { useTagTexts } from '../../ui/tag-texts.ts'
import { useScrollingDown } from '../../ui/use-scrolling-down.ts'
import { facetsOf } from './api.ts'
import styles from './search.module.css'
import { type TagChip, TagToolbar } from './tag-toolbar.tsx'
import { useSearchTexts } from './texts.ts'

/** Filters by platform, performance, creator and tags, each with the number of results that it leaves. */
export function Filters({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const { facets, answeredState } = useFacets(state)
  return (
    <div className={`${sticky.bar} ${styles.filters}`} data-away={useScrollingDown() || undefined}>
      <PlatformChoice
        value={platformOf(state)}
        onChange={platform => change({ platform })}
        counts={facets && new Map(facets.platforms.map(({ platform, count }) => [platform, count]))}
      />
      <PerformanceChoice
        value={state.minPerformance}
        onChange={minPerformance => change({ minPerformance })}
      />
      <TagToolbar chips={useChips(state, change, facets, JSON.stringify(facetsOf(answeredState).queryKey))} />
    </div>
  )
}

type Facets = ReturnType<typeof useFacets>['facets']

/** The facets, and the search that they are of: the previous one while the visitor types or the next ones load. */
function useFacets(state: SearchState) {
  const isTyping = useTyping()
  const [settledState, setSettledState] = useState(state)
  if (!isTyping && settledState !== state) setSettledState(state)
  const query = useQuery({ ...facetsOf(settledState), placeholderData: keepPreviousData })
  const [answeredState, setAnsweredState] = useState(settledState)
  if (!query.isPlaceholderData && answeredState !== settledState) setAnsweredState(settledState)
  return { facets: query.data, answeredState }
}

/**
 * The selected creator and tags, then the tags that would narrow further. The tags of other results have other keys, so that
 * browsers count no layout shift; a tag that was pressed keeps its key, and the focus.
 */
function useChips(
  { author, tag }: SearchState,
  change: ChangeSearch,
  facets: Facets,
  search: string,
): readonly TagChip[] {
  const texts = useSearchTexts()
  const nameOf = useTagTexts()
  const pressed = useRef(new Map<string, string>()).current
  const keyOf = (each: string) => pressed.get(each) ?? `${search} ${each}`
  const selectedTags = tag?.split(',') ?? []
  const changeTags = (tags: readonly string[]) => change({ tag: tags.join(',') || undefined })
  const creator: readonly TagChip[] =
    author === undefined
      ? []
      : [
          {
            key: 'author',
            text: texts.author(author),
            isChosen: true,
            press: () => change({ author: undefined }),
          },
        ]
  const removable = selectedTags.map(each => ({
    key: keyOf(each),
    text: nameOf(each),
    isChosen: true,
    press: () => changeTags(selectedTags.filter(other => other !== each)),
  }))
  const offered = (facets?.tags ?? [])
    .filter(
      ({ tag: each, count }) => isOffered(each) && !selectedTags.includes(each) && count < facets!.total,
    )
    .map(({ tag: each, count }) => ({
      key: keyOf(each),
      text: nameOf(each),
      isChosen: false,
      count,
      press: () => {
        pressed.set(each, keyOf(each))
        changeTags([...selectedTags, each])
      },
    }))
  return [...creator, ...removable, ...offered]
}

/** False for tags that warn of content, and for those that duplicate a platform. */
function isOffered(tag: string): boolean {
  return !tag.startsWith('content_') && !(tag in PLATFORM_NAMES)
}
