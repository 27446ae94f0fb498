import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { useIsTyping } from '../../lib/typing.ts'
import { type ChangeSearch, platformOf, type SearchState } from '../../lib/url-state.ts'
import { PerformanceChoice, PlatformChoice } from '../../ui/result-controls.tsx'
import sticky from '../../ui/sticky-bar.module.css'
import { useTagTexts } from '../../ui/tag-texts.ts'
import { useScrollingDown } from '../../ui/use-scrolling-down.ts'
import { facetsOf } from './api.ts'
import styles from './search.module.css'
import { type TagChip, TagToolbar } from './tag-toolbar.tsx'
import { useSearchTexts } from './texts.ts'

/** Filters by platform, performance, creator and tags; platforms and offered tags show how many results they leave. */
export function Filters({ state, change }: { state: SearchState; change: ChangeSearch }) {
  const { facets, answeredState } = useFacets(state)
  const searchKey = JSON.stringify(facetsOf(answeredState).queryKey)
  return (
    <div className={`${sticky.bar} ${styles.filters}`} data-out-of-sight={useScrollingDown() || undefined}>
      <PlatformChoice
        value={platformOf(state)}
        onChange={platform => change({ platform })}
        counts={facets && new Map(facets.platforms.map(({ platform, count }) => [platform, count]))}
      />
      <PerformanceChoice
        value={state.minPerformance}
        onChange={minPerformance => change({ minPerformance })}
      />
      <TagToolbar chips={useChips(state, change, facets, searchKey)} />
    </div>
  )
}

type Facets = ReturnType<typeof useFacets>['facets']

/** The facets, and the search that they are of: the previous one while the visitor types or the next ones load. */
function useFacets(state: SearchState) {
  const isTyping = useIsTyping()
  const [settledState, setSettledState] = useState(state)
  if (!isTyping && settledState !== state) setSettledState(state)
  const query = useQuery({ ...facetsOf(settledState), placeholderData: keepPreviousData })
  const [answeredState, setAnsweredState] = useState(settledState)
  if (!query.isPlaceholderData && answeredState !== settledState) setAnsweredState(settledState)
  return { facets: query.data, answeredState }
}

/**
 * The selected creator and tags, then the tags that would narrow further. Each search has keys of its own, so that
 * browsers count no layout shift when its tags replace those of the previous one; a pressed tag keeps its key and
 * focus.
 * @param searchKey identifies the search to which the facets belong.
 */
function useChips(
  { author, tag }: SearchState,
  change: ChangeSearch,
  facets: Facets,
  searchKey: string,
): readonly TagChip[] {
  const texts = useSearchTexts()
  const textOf = useTagTexts()
  const keyOfPressed = useRef(new Map<string, string>()).current
  const keyOf = (name: string) => keyOfPressed.get(name) ?? `${searchKey} ${name}`
  const selectedTags = tag?.split(',') ?? []
  const changeTags = (tags: readonly string[]) => change({ tag: tags.join(',') || undefined })
  const creatorChips: readonly TagChip[] =
    author === undefined
      ? []
      : [
          {
            key: 'author',
            text: texts.author(author),
            isSelected: true,
            press: () => change({ author: undefined }),
          },
        ]
  const selectedChips = selectedTags.map(name => ({
    key: keyOf(name),
    text: textOf(name),
    isSelected: true,
    press: () => changeTags(selectedTags.filter(other => other !== name)),
  }))
  const offeredChips = (facets?.tags ?? [])
    .filter(({ tag: name, count }) => mayOffer(name) && !selectedTags.includes(name) && count < facets!.total)
    .map(({ tag: name, count }) => ({
      key: keyOf(name),
      text: textOf(name),
      isSelected: false,
      count,
      press: () => {
        keyOfPressed.set(name, keyOf(name))
        changeTags([...selectedTags, name])
      },
    }))
  return [...creatorChips, ...selectedChips, ...offeredChips]
}

/** False for tags that warn of content, and for those that duplicate a platform. */
function mayOffer(tag: string): boolean {
  return !tag.startsWith('content_') && !(tag in PLATFORM_NAMES)
}
