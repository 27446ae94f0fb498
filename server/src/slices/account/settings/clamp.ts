import { SEARCH_SORTS } from '@avatary/contract/catalog'
import { DEFAULT_PLATFORMS, RESULTS_PER_PAGE, type Settings } from '@avatary/contract/settings'

/** The settings of a new account. */
export const DEFAULT_SETTINGS: Settings = {
  defaultPlatform: 'all',
  defaultSort: 'recent',
  resultsPerPage: 24,
  compactGrid: false,
  reduceMotion: false,
  openLinksInNewTab: true,
  showAiTags: true,
}

export type SettingsPatch = { readonly [Name in keyof Settings]?: unknown }

/** Returns the valid option that a value means, or undefined. */
type Reader<Value> = (value: unknown) => Value | undefined

const READERS: { readonly [Name in keyof Settings]: Reader<Settings[Name]> } = {
  defaultPlatform: oneOf(DEFAULT_PLATFORMS),
  defaultSort: oneOf(SEARCH_SORTS),
  resultsPerPage: nearestOf(RESULTS_PER_PAGE),
  compactGrid: readBoolean,
  reduceMotion: readBoolean,
  openLinksInNewTab: readBoolean,
  showAiTags: readBoolean,
}

/**
 * Applies a patch to settings. Unknown keys are ignored, and every value becomes a valid option (spec, `PUT
 * /account/settings`): numbers the nearest one, ties the larger; names in any case; booleans also as 1, 0 and words. A
 * value that means no option changes nothing.
 */
export function clampSettings(currentSettings: Settings, patch: SettingsPatch): Settings {
  const entries = Object.entries(READERS).map(([name, read]) => {
    const key = name as keyof Settings
    return [key, (Object.hasOwn(patch, key) ? read(patch[key]) : undefined) ?? currentSettings[key]]
  })
  return Object.fromEntries(entries) as Settings
}

function oneOf<const Value extends string>(options: readonly Value[]): Reader<Value> {
  return value => {
    if (typeof value !== 'string') return undefined
    const word = value.trim().toLowerCase()
    return options.find(option => option === word)
  }
}

function nearestOf<const Value extends number>(options: readonly Value[]): Reader<Value> {
  return value => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof number !== 'number' || Number.isNaN(number)) return undefined
    // JSON can contain infinite numbers (1e999), which are equally far from every option.
    const clampedNumber = Math.min(Math.max(number, Math.min(...options)), Math.max(...options))
    return options.reduce((best, option) =>
      Math.abs(option - clampedNumber) <= Math.abs(best - clampedNumber) ? option : best,
    )
  }
}

const TRUE_FORMS: readonly unknown[] = [true, 1, 'true', '1', 'yes', 'on']
const FALSE_FORMS: readonly unknown[] = [false, 0, 'false', '0', 'no', 'off']

function readBoolean(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (TRUE_FORMS.includes(word)) return true
  return FALSE_FORMS.includes(word) ? false : undefined
}
