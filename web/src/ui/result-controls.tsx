import { PLATFORM_NAMES, type Platform } from '../lib/avatar.ts'
import { formatCount } from '../lib/format.ts'
import { type SearchState, SORTS, sortOf } from '../lib/url-state.ts'
import { Segmented } from './segmented.tsx'
import { SortSelect } from './sort-select.tsx'
import { useUiTexts } from './texts.ts'

const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[]

interface PlatformChoiceProps {
  /** Undefined for every platform. */
  value: Platform | undefined
  onChange: (platform: Platform | undefined) => void
  /** Avatars that run there, where that is known. */
  counts?: ReadonlyMap<Platform, number> | undefined
}

/** Narrows a list to what runs on a platform. */
export function PlatformChoice({ value, onChange, counts }: PlatformChoiceProps) {
  const texts = useUiTexts()
  const countOf = (platform: Platform) => {
    const count = counts?.get(platform)
    return count === undefined ? undefined : formatCount(count)
  }
  return (
    <Segmented
      label={texts.platform}
      options={[
        { value: 'all' as const, text: texts.anyPlatform },
        ...PLATFORMS.map(platform => ({
          value: platform,
          text: PLATFORM_NAMES[platform],
          count: countOf(platform),
        })),
      ]}
      value={value ?? 'all'}
      onChange={chosen => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}

interface ResultOrderProps {
  state: SearchState
  onChange: (sort: (typeof SORTS)[number]) => void
}

/** Chooses the order of the results of a search. */
export function ResultOrder({ state, onChange }: ResultOrderProps) {
  const texts = useUiTexts()
  return (
    <SortSelect
      label={texts.sort}
      options={SORTS.map(sort => ({ value: sort, text: texts.sorts[sort] }))}
      value={sortOf(state)}
      onChange={onChange}
    />
  )
}
