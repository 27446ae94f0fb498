import { LOCALE_NAMES, type Locale, useLocale } from '../../lib/locale.ts'
import { type Preferences, usePreferences } from '../../lib/preferences.ts'
import { changeLanguage } from '../../lib/texts.ts'
import { Segmented } from '../segmented.tsx'
import { Select } from '../select.tsx'
import { SettingRow } from '../setting-row.tsx'
import { Switch } from '../switch.tsx'
import { usePreferenceTexts } from './texts.ts'

const THEMES: readonly Preferences['theme'][] = ['system', 'light', 'dark']

const LANGUAGES = Object.entries(LOCALE_NAMES).map(([value, text]) => ({ value: value as Locale, text }))

/** The preferences of this browser, which take effect at once. */
export function PreferenceControls() {
  const texts = usePreferenceTexts()
  const locale = useLocale()
  const [{ theme, sensitive, keys }, change] = usePreferences()
  const chooseLanguage = async (language: Locale) => {
    await changeLanguage(language)
    change({ locale: language })
  }
  return (
    <>
      <SettingRow label={texts.language}>
        <Select label={texts.language} options={LANGUAGES} value={locale} onChange={chooseLanguage} />
      </SettingRow>
      <SettingRow label={texts.theme}>
        <Segmented
          label={texts.theme}
          options={THEMES.map(value => ({ value, text: texts.themes[value] }))}
          value={theme}
          onChange={value => change({ theme: value })}
        />
      </SettingRow>
      <Switch label={texts.sensitive} isOn={sensitive} onChange={isOn => change({ sensitive: isOn })} />
      <Switch label={texts.keyboardShortcuts} isOn={keys} onChange={isOn => change({ keys: isOn })} />
    </>
  )
}
