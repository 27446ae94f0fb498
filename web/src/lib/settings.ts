import type { Settings } from '@avatary/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { answerOf } from './queries.ts'
import { useSession } from './session.ts'
import type { SearchState } from './url-state.ts'

/** The settings of the person; the HTML of a page brings them, and who changes them sets the answer here. */
export const currentSettings = answerOf('GET /account/settings', {})

/** The settings that act on the site: its grid has no pages. */
type SiteSettings = Omit<Settings, 'resultsPerPage'>

/** The settings of a new account, and of a visitor who is not signed in. */
const USUAL: SiteSettings = {
  defaultPlatform: 'all',
  defaultSort: 'recent',
  compactGrid: false,
  reduceMotion: false,
  openLinksInNewTab: true,
  showAiTags: true,
}

/** The settings that hold now. */
export function useSettings(): SiteSettings {
  const { person } = useSession()
  const { data } = useQuery({ ...currentSettings, enabled: person !== null })
  return (person !== null && data) || USUAL
}

/** A search in which the settings stand for what its address does not say. */
export function withSettings(
  state: SearchState,
  { defaultPlatform, defaultSort }: Pick<SiteSettings, 'defaultPlatform' | 'defaultSort'>,
): SearchState {
  const { platform = defaultPlatform, ...others } = state
  return {
    ...others,
    ...(platform !== 'all' && { platform }),
    // The newest avatars are everybody's default, for which a text has its best matches.
    ...(defaultSort !== 'recent' && { sort: state.sort ?? defaultSort }),
  }
}

/** The change of a search that shows every platform, where a setting would choose one. */
export function everyPlatform({ defaultPlatform }: Pick<SiteSettings, 'defaultPlatform'>): 'all' | undefined {
  return defaultPlatform === 'all' ? undefined : 'all'
}
