import type { Settings } from '@avatary/contract/settings'
import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { useOnline } from '../../lib/online.ts'
import { useSettings } from '../../lib/settings.ts'
import { SORTS } from '../../lib/url-state.ts'
import { PreferenceControls } from '../../ui/preferences/preference-controls.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import styles from './account.module.css'
import { useChangeSettings } from './api.ts'
import { Section } from './section.tsx'
import { useAccountTexts } from './texts.ts'

const PLATFORMS = Object.entries(PLATFORM_NAMES).map(([value, text]) => ({
  value: value as Settings['defaultPlatform'],
  text,
}))

const SWITCHES = ['compactGrid', 'reduceMotion', 'openLinksInNewTab', 'showAiTags'] as const

/** The settings of the account and those of this browser, which take effect at once on every page. */
export function SettingsSection() {
  const texts = useAccountTexts()
  return (
    <>
      <Section title={texts.settingsTitle} text={texts.settingsText}>
        <AccountSettings />
      </Section>
      <BrowserSection />
    </>
  )
}

/** The preferences of this browser, which need no account. */
export function BrowserSection() {
  const texts = useAccountTexts()
  return (
    <Section title={texts.browserTitle} text={texts.browserText}>
      <div className={styles.settings}>
        <PreferenceControls />
      </div>
    </Section>
  )
}

function AccountSettings() {
  const texts = useAccountTexts()
  const { anyPlatform, sorts } = useUiTexts()
  const settings = useSettings()
  const change = useChangeSettings()
  const isOnline = useOnline()
  return (
    <fieldset className={styles.settings} aria-label={texts.settingsTitle} aria-disabled={!isOnline}>
      <SettingRow label={texts.settings.defaultPlatform}>
        <Segmented
          label={texts.settings.defaultPlatform}
          options={[{ value: 'all', text: anyPlatform }, ...PLATFORMS]}
          value={settings.defaultPlatform}
          onChange={defaultPlatform => change({ defaultPlatform })}
        />
      </SettingRow>
      <SettingRow label={texts.settings.defaultSort}>
        <Select
          label={texts.settings.defaultSort}
          options={SORTS.map(value => ({ value, text: sorts[value] }))}
          value={settings.defaultSort}
          onChange={defaultSort => change({ defaultSort })}
        />
      </SettingRow>
      {SWITCHES.map(name => (
        <Switch
          key={name}
          label={texts.settings[name]}
          isOn={settings[name]}
          onChange={isOn => change({ [name]: isOn })}
        />
      ))}
    </fieldset>
  )
}
