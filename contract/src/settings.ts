import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { SEARCH_SORTS } from './catalog.ts'
import { namedShape } from './shape.ts'

export const DEFAULT_PLATFORMS = ['all', ...PLATFORMS] as const
export const RESULTS_PER_PAGE = [12, 24, 36, 48, 60] as const

/** Spec, "Account settings". */
export const SettingsSchema = namedShape('Settings', {
  defaultPlatform: Type.Enum(DEFAULT_PLATFORMS),
  defaultSort: Type.Enum(SEARCH_SORTS),
  resultsPerPage: Type.Enum(RESULTS_PER_PAGE),
  compactGrid: Type.Boolean(),
  reduceMotion: Type.Boolean(),
  openLinksInNewTab: Type.Boolean(),
  showAiTags: Type.Boolean(),
})
export type Settings = Static<typeof SettingsSchema>

function option(description: string, example: unknown) {
  return Type.Optional(Type.Unknown({ description, examples: [example] }))
}

/** Accepts anything: invalid values are replaced by valid options (spec, `PUT /account/settings`). */
export const SettingsPatchSchema = Type.Object(
  {
    defaultPlatform: option('String: `all`, `pc`, `quest` or `ios`', 'quest'),
    defaultSort: option('String: `recent`, `oldest`, `name`, `popular`, `updated` or `relevance`', 'popular'),
    resultsPerPage: option('Integer: 12, 24, 36, 48 or 60; the nearest is taken', 48),
    compactGrid: option('Boolean', true),
    reduceMotion: option('Boolean', true),
    openLinksInNewTab: option('Boolean', true),
    showAiTags: option('Boolean', true),
  },
  {
    $id: 'SettingsPatch',
    description:
      'Any part of the settings. Unknown keys are ignored, every value is clamped to a valid option.',
  },
)
