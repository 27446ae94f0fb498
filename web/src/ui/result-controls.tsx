import { PLATFORM_NAMES, type Platform } from '../lib/avatar.ts'
import { formatCount } from '../lib/format.ts'
import { RATINGS, type SearchState, SORTS, sortOf } from '../lib/url-state.ts'
import { minimumText, RATING_NAMES } from './minimum-text.ts'
import { PerformanceBars } from './performance.tsx'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { useUiTexts } from './texts.ts'

const PLATFORMS = Object.keys(PLATFORM_NAMES) as Platform[]

interface PlatformChoiceProps {
  /** Undefined for all platforms. */
  value: Platform | undefined
  onChange: (platform: Platform | undefined) => void
  /** Number of avatars for each platform, if known. */
  counts?: ReadonlyMap<Platform, number> | undefined
}

/** Restricts a list to one platform. */
export function PlatformChoice({ value, onChange, counts }: PlatformChoiceProps) {
  const texts = useUiTexts()
  const noteOf = (platform: Platform) => {
    const count = counts?.get(platform)
    return count === undefined ? undefined : texts.avatarCount(formatCount(count), count)
  }
  return (
    <Segmented
      label={texts.platform}
      options={[
        { value: 'all' as const, text: texts.anyPlatform },
        ...PLATFORMS.map(platform => ({
          value: platform,
          text: PLATFORM_NAMES[platform],
          note: noteOf(platform),
        })),
      ]}
      value={value ?? 'all'}
      onChange={value => onChange(value === 'all' ? undefined : value)}
    />
  )
}

interface PerformanceChoiceProps {
  /** Undefined for all avatars, including unrated ones. */
  value: SearchState['minPerformance']
  onChange: (rating: SearchState['minPerformance']) => void
}

/** Restricts a list to avatars with at least a performance rating. */
export function PerformanceChoice({ value, onChange }: PerformanceChoiceProps) {
  const texts = useUiTexts()
  const options = RATINGS.map(rating => ({ value: rating, text: minimumText(rating, texts) }))
  return (
    <Select
      label={texts.minPerformance}
      options={[{ value: 'any' as const, text: texts.anyPerformance }, ...options]}
      value={value ?? 'any'}
      symbol={<PerformanceBars rating={value && RATING_NAMES[value]} />}
      onChange={value => onChange(value === 'any' ? undefined : value)}
    />
  )
}

interface ResultOrderProps {
  state: SearchState
  onChange: (sort: (typeof SORTS)[number]) => void
}

/** Selects the order of search results. */
export function ResultOrder({ state, onChange }: ResultOrderProps) {
  const texts = useUiTexts()
  return (
    <Select
      label={texts.sort}
      options={SORTS.map(sort => ({ value: sort, text: texts.sorts[sort] }))}
      value={sortOf(state)}
      onChange={onChange}
    />
  )
}
