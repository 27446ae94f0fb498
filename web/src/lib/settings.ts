import type { Settings } from '@avatary/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { answerOf } from './queries.ts'
import { useSession } from './session.ts'
import type { SearchState } from './url-state.ts'

/**
 * The query for the person's settings, which are embedded in the HTML. Code that changes settings updates its result.
 */
export const currentSettings = answerOf('GET /account/settings', {})

/** The settings that affect the site, whose grid has no pages. */
type SiteSettings = Omit<Settings, 'resultsPerPage'>

/** The settings of new accounts and of visitors who are not signed in. */
const DEFAULTS: SiteSettings = {
  defaultPlatform: 'all',
  defaultSort: 'recent',
  compactGrid: false,
  reduceMotion: false,
  openLinksInNewTab: true,
  showAiTags: true,
}

/** The settings in effect. */
export function useSettings(): SiteSettings {
  const { person } = useSession()
  const { data } = useQuery({ ...currentSettings, enabled: person !== null })
  return (person !== null && data) || DEFAULTS
}

/** A search in which the person's defaults replace what its address omits. */
export function withSettings(
  state: SearchState,
  { defaultPlatform, defaultSort }: Pick<SiteSettings, 'defaultPlatform' | 'defaultSort'>,
): SearchState {
  const { platform = defaultPlatform, ...others } = state
  return {
    ...others,
    ...(platform !== 'all' && { platform }),
    // The default `recent` needs no parameter: a search with a text is then sorted by best match.
    ...(defaultSort !== 'recent' && { sort: state.sort ?? defaultSort }),
  }
}

/** The value of `platform` by which a search shows all platforms; undefined when no setting restricts them. */
export function allPlatforms({ defaultPlatform }: Pick<SiteSettings, 'defaultPlatform'>): 'all' | undefined {
  return defaultPlatform === 'all' ? undefined : 'all'
}
