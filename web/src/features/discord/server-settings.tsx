import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { useOnline } from '../../lib/online.ts'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Configuration, configurationOf, useDiscordWrite } from './api.ts'
import styles from './discord.module.css'
import { useDiscordTexts } from './texts.ts'

const ANY_CHANNEL = ''

/** The bot's settings on a server, which take effect at once. */
export function ServerSettings({ configuration }: { configuration: Configuration }) {
  const texts = useDiscordTexts()
  const queryClient = useQueryClient()
  const write = useDiscordWrite()
  const [isSaving, setSaving] = useState(false)
  const { guild, settings, feed, channels } = configuration
  const { id } = guild
  const save = async (changes: Partial<Configuration>, send: () => Promise<unknown>) => {
    if (isSaving) return
    queryClient.setQueryData(configurationOf(id).queryKey, { ...configuration, ...changes })
    setSaving(true)
    await write(send, () => texts.saved(guild.name))
    setSaving(false)
  }
  const change = (changes: Partial<Configuration['settings']>) => {
    const body = { ...settings, ...changes }
    void save({ settings: body }, () => ask('PUT /discord/guilds/{id}', { params: { id }, body }))
  }
  const switchFeed = (enabled: boolean) =>
    void save({ feed: { enabled } }, () =>
      ask('PUT /discord/guilds/{id}/feed', { params: { id }, body: { enabled } }),
    )
  const isOnline = useOnline()
  const isKnown = channels.some(channel => channel.id === settings.channel)
  const options = [
    { value: ANY_CHANNEL, text: texts.anyChannel },
    ...channels.map(channel => ({ value: channel.id, text: `#${channel.name}` })),
    ...(settings.channel === null || isKnown ? [] : [{ value: settings.channel, text: settings.channel }]),
  ]
  return (
    <fieldset className={styles.settings} aria-disabled={isSaving || !isOnline} aria-label={guild.name}>
      <Switch label={texts.enabled} isOn={settings.enabled} onChange={enabled => change({ enabled })} />
      <Switch
        label={texts.private}
        isOn={settings.private}
        onChange={isPrivate => change({ private: isPrivate })}
      />
      <SettingRow label={texts.channel}>
        <Select
          label={texts.channel}
          options={options}
          value={settings.channel ?? ANY_CHANNEL}
          onChange={value => change({ channel: value === ANY_CHANNEL ? null : value })}
        />
      </SettingRow>
      {channels.length === 0 && <p className={styles.none}>{texts.noChannels}</p>}
      {settings.channel === null ? (
        <SettingRow label={texts.feed}>
          <small>{texts.feedNeedsChannel}</small>
        </SettingRow>
      ) : (
        <Switch label={texts.feed} isOn={feed.enabled} onChange={switchFeed} />
      )}
    </fieldset>
  )
}
