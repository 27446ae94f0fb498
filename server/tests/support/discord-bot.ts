import type { Avatar, Platform } from '@avatary/contract/avatar'
import type { APIInteraction } from 'discord-api-types/v10'
import type { AgeRestriction } from '../../src/slices/discord/bot-catalog.ts'
import { Channels, type PartialChannel } from '../../src/slices/discord/channels.ts'
import { Interactions } from '../../src/slices/discord/interactions.ts'
import { DEFAULT_SETTINGS, type ServerSettings } from '../../src/slices/discord/store.ts'
import { avatarWith } from './blank-avatar.ts'

export const avatarOf = (i: number, changes: Partial<Avatar> = {}): Avatar =>
  avatarWith({
    id: `avtr_${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`,
    name: `Fox ${i}`,
    authorId: 'usr_00000000-0000-4000-8000-000000000000',
    authorName: 'Somebody',
    platforms: ['pc'],
    performance: { pc: 'Good' },
    addedAt: '2026-01-01T00:00:00.000Z',
    views: 1234,
    likes: 5,
    ...changes,
  })

export const ADULT = { tags: ['content_sex'] }
const isAdult = ({ tags }: Avatar) => tags.includes('content_sex')

interface Data {
  content?: string
  flags?: number
  embeds?: { title?: string; description?: string; footer?: { text: string } }[]
  components?: { components: { label: string; custom_id: string; disabled: boolean }[] }[]
  choices?: { name: string; value: string }[]
  allowed_mentions?: { parse: unknown[] }
}

/** The bot over these avatars, with the settings of its only server. */
export function bot({
  avatars = Array.from({ length: 23 }, (_, i) => avatarOf(i)),
  settings = {},
  channels = [],
}: {
  avatars?: readonly Avatar[]
  settings?: Partial<ServerSettings>
  /** The channels that exist at Discord. */
  channels?: readonly PartialChannel[]
} = {}) {
  const searches: { text: string; platform: Platform | null; offset: number }[] = []
  const fetched: string[] = []
  const shownTo = ({ isAgeRestricted }: AgeRestriction) =>
    avatars.filter(avatar => isAgeRestricted || !isAdult(avatar))
  const known = new Channels({
    fetchChannel: async id => {
      fetched.push(id)
      return channels.find(channel => channel.id === id) ?? null
    },
    clock: { now: () => 0 },
  })
  const interactions = new Interactions({
    publicUrl: 'https://avatary.example',
    settingsOf: async () => ({ ...DEFAULT_SETTINGS, ...settings }),
    channelOf: origin => known.channelOf(origin),
    catalog: {
      search: (text, { platform, limit, offset, ...audience }) => {
        searches.push({ text, platform, offset })
        const all = shownTo(audience)
        return { total: all.length, avatars: all.slice(offset, offset + limit) }
      },
      random: audience => shownTo(audience)[0] ?? null,
      trending: async ({ limit, ...audience }) => shownTo(audience).slice(0, limit),
    },
  })
  const answer = async (interaction: object) => {
    const { type, data = {} } = (await interactions.answer(interaction as APIInteraction)) as {
      type: number
      data?: Data
    }
    return { type, data }
  }
  return { answer, searches, fetched }
}

export const command = (name: string, options: object[] = [], of: object = {}) => ({
  type: 2,
  data: { name: 'avatar', options: [{ type: 1, name, options }] },
  ...of,
})
export const text = (value: string, name = 'text') => ({ type: 3, name, value })
export const inServer = { guild_id: '500', channel: { id: '600', type: 0, nsfw: false } }
