import type { Avatar, Platform } from '@avatary/contract/avatar'
import {
  type APIEmbed,
  type APIInteractionResponseCallbackData,
  ButtonStyle,
  ComponentType,
  MessageFlags,
} from 'discord-api-types/v10'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { LONGEST_TEXT, platformName } from './commands.ts'

export type Message = APIInteractionResponseCallbackData

/** Avatars on a page of a list. */
export const PAGE = 10
const COLOUR = 0x7c5cff
const LONGEST_NAME = 80
const LONGEST_DESCRIPTION = 300
const THUMBNAIL_PIXELS = 256

export interface MessageOptions {
  readonly publicUrl: string
}

/** A search as it can be gone on with: what a button of its answer carries. */
export interface SearchStep {
  readonly text: string
  readonly platform: Platform | null
  readonly offset: number
}

/** One avatar, with its picture. */
export function avatarMessage(avatar: Avatar, { publicUrl }: MessageOptions): Message {
  return {
    embeds: [avatarEmbed(avatar, publicUrl)],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Link,
            label: 'Open in VRChat',
            url: pageOf(avatar),
          },
        ],
      },
    ],
  }
}

function avatarEmbed(avatar: Avatar, publicUrl: string): APIEmbed {
  const { id, name, authorName, description, imageUrl, views, likes } = avatar
  const image = `${publicUrl}${API_PREFIX}/avatars/${id}/image?size=${THUMBNAIL_PIXELS}`
  return {
    title: cut(escaped(shown(name)), LONGEST_NAME),
    url: pageOf(avatar),
    color: COLOUR,
    description: cut(escaped(description), LONGEST_DESCRIPTION),
    fields: [
      { name: 'Creator', value: cut(escaped(shown(authorName)), LONGEST_NAME), inline: true },
      { name: 'Runs on', value: platformsOf(avatar) || 'unknown', inline: true },
      { name: 'Views · likes', value: `${counted(views)} · ${counted(likes)}`, inline: true },
    ],
    ...(imageUrl !== '' && { thumbnail: { url: image } }),
  }
}

/** One page of a search, with buttons to the pages beside it. */
export function searchMessage(
  step: SearchStep,
  found: { total: number; avatars: readonly Avatar[] },
): Message {
  const { text, offset } = step
  if (found.total === 0) return note(`Nothing is known of “${cut(escaped(text), LONGEST_TEXT)}”.`)
  const last = offset + found.avatars.length
  const hasMore = last < found.total
  const footer = `${counted(offset + 1)}–${counted(last)} of ${counted(found.total)}`
  return {
    embeds: [listEmbed(titleFor(text), found.avatars, offset, footer)],
    components:
      offset === 0 && !hasMore
        ? []
        : [
            {
              type: ComponentType.ActionRow,
              components: [
                button('Previous', { ...step, offset: Math.max(0, offset - PAGE) }, offset === 0, 'back'),
                button('Next', { ...step, offset: offset + PAGE }, !hasMore, 'on'),
              ],
            },
          ],
  }
}

/** Avatars in their order. */
export function listMessage(title: string, avatars: readonly Avatar[]): Message {
  return avatars.length === 0 ? note('There is nothing yet.') : { embeds: [listEmbed(title, avatars, 0)] }
}

/** A message that takes the place of another: what it does not have goes. */
export function replacing({ flags: _, ...message }: Message): Message {
  return { content: '', embeds: [], components: [], ...message }
}

/** A sentence for the asker alone. */
export function note(content: string): Message {
  return { content, flags: MessageFlags.Ephemeral }
}

/** What every message says of mentions: whatever a name holds, nobody is called. */
export const NO_MENTIONS = { allowed_mentions: { parse: [] } }

/** Null for the id of something else's button. */
export function readStep(customId: string): SearchStep | null {
  const match = /^search:(?:back|on):(\d{1,6}):(pc|quest|ios)?:(.*)$/s.exec(customId)
  if (match === null) return null
  const [, offset, platform, text] = match
  return { text: text!, platform: (platform as Platform | undefined) ?? null, offset: Number(offset) }
}

function button(
  label: string,
  { text, platform, offset }: SearchStep,
  isDisabled: boolean,
  way: 'back' | 'on',
) {
  return {
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    label,
    custom_id: `search:${way}:${offset}:${platform ?? ''}:${cut(text, LONGEST_TEXT)}`,
    disabled: isDisabled,
  }
}

function listEmbed(title: string, avatars: readonly Avatar[], offset: number, footer?: string): APIEmbed {
  const lines = avatars.map((avatar, i) => {
    const name = cut(escaped(shown(avatar.name)), LONGEST_NAME)
    const creator = cut(escaped(shown(avatar.authorName)), LONGEST_NAME)
    const facts = [platformsOf(avatar), `${counted(avatar.views)} views`].filter(fact => fact !== '')
    return `${offset + i + 1}. [${name}](${pageOf(avatar)}) by ${creator}\n-# ${facts.join(' · ')}`
  })
  return {
    title,
    color: COLOUR,
    description: lines.join('\n'),
    ...(footer !== undefined && { footer: { text: footer } }),
  }
}

function titleFor(text: string): string {
  return text === '' ? 'Avatars' : `Avatars for “${cut(escaped(text), LONGEST_NAME)}”`
}

function pageOf({ id }: Avatar): string {
  return `https://vrchat.com/home/avatar/${id}`
}

function platformsOf({ platforms, performance }: Avatar): string {
  return platforms
    .map(platform => {
      const rating = performance[platform]
      return rating === undefined ? platformName(platform) : `${platformName(platform)} (${rating})`
    })
    .join(', ')
}

export function shown(name: string): string {
  return name.replaceAll(UNSHOWN, ' ').trim() || 'without a name'
}

function counted(count: number): string {
  return count.toLocaleString('en')
}

/** Line ends, other controls, and those that turn the direction of whatever follows (UAX #9). */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Whatever Discord would take for formatting, an address or a mention stands as it was written. */
function escaped(text: string): string {
  return text.replaceAll(UNSHOWN, ' ').replaceAll(/[\\*_~`|>#[\]()<@:/.+-]/g, '\\$&')
}

/** At most so many UTF-16 units, never half a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$|\\$/, '')}…`
}
