import { type Avatar, PLATFORMS, type Platform } from '@avatary/contract/avatar'
import {
  type APIButtonComponent,
  type APIEmbed,
  type APIInteractionResponseCallbackData,
  ButtonStyle,
  ComponentType,
  MessageFlags,
} from 'discord-api-types/v10'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { formatCount } from '../../kernel/text/format-count.ts'
import { MAX_TEXT_LENGTH, platformName } from './commands.ts'

export type Message = APIInteractionResponseCallbackData

export const PAGE_SIZE = 10
const COLOUR = 0x7c5cff
const MAX_NAME_LENGTH = 80
const MAX_DESCRIPTION_LENGTH = 300
const THUMBNAIL_PIXELS = 256

/** One page of a search, encoded in the id of a button. */
export interface PagedSearch {
  readonly text: string
  readonly platform: Platform | null
  readonly offset: number
}

export function avatarMessage(avatar: Avatar, publicUrl: string): Message {
  const type = ComponentType.Button
  const link = { type, style: ButtonStyle.Link, label: 'Open in VRChat', url: platformUrlOf(avatar) } as const
  return { embeds: [avatarEmbed(avatar, publicUrl)], components: [actionRow(link)] }
}

function avatarEmbed(avatar: Avatar, publicUrl: string): APIEmbed {
  const { id, name, authorName, description, imageUrl, views, likes } = avatar
  const image = `${publicUrl}${API_PREFIX}/avatars/${id}/image?size=${THUMBNAIL_PIXELS}`
  return {
    title: shortName(name),
    url: platformUrlOf(avatar),
    color: COLOUR,
    description: truncate(escapeMarkdown(description), MAX_DESCRIPTION_LENGTH),
    fields: [
      { name: 'Creator', value: shortName(authorName), inline: true },
      { name: 'Runs on', value: platformsOf(avatar) || 'unknown', inline: true },
      { name: 'Views · likes', value: `${formatCount(views)} · ${formatCount(likes)}`, inline: true },
    ],
    ...(imageUrl !== '' && { thumbnail: { url: image } }),
  }
}

/** One page of a search, with buttons for the previous and next page. */
export function searchMessage(
  page: PagedSearch,
  result: { total: number; avatars: readonly Avatar[] },
): Message {
  const { text, offset } = page
  if (result.total === 0)
    return privateNote(`No avatars were found for “${truncate(escapeMarkdown(text), MAX_TEXT_LENGTH)}”.`)
  const lastNumber = offset + result.avatars.length
  const hasMore = lastNumber < result.total
  const previousButton = button(
    'Previous',
    { ...page, offset: Math.max(0, offset - PAGE_SIZE) },
    offset === 0,
    'back',
  )
  const nextButton = button('Next', { ...page, offset: offset + PAGE_SIZE }, !hasMore, 'on')
  const footer = `${formatCount(offset + 1)}–${formatCount(lastNumber)} of ${formatCount(result.total)}`
  return {
    embeds: [listEmbed(titleFor(text), result.avatars, offset, footer)],
    components: offset === 0 && !hasMore ? [] : [actionRow(previousButton, nextButton)],
  }
}

export function listMessage(title: string, avatars: readonly Avatar[]): Message {
  return avatars.length === 0
    ? privateNote('There is nothing yet.')
    : { embeds: [listEmbed(title, avatars, 0)] }
}

/** A message that replaces another one: Discord keeps every part of the old message that is not set. */
export function replacementOf({ flags: _, ...message }: Message): Message {
  return { content: '', embeds: [], components: [], ...message }
}

/** A sentence that only the person who used the command sees. */
export function privateNote(content: string): Message {
  return { content, flags: MessageFlags.Ephemeral }
}

/** Part of every message, so that no text of an avatar can mention anybody. */
export const NO_MENTIONS = { allowed_mentions: { parse: [] } }

export function platformOf(text: string | undefined): Platform | null {
  return PLATFORMS.find(platform => platform === text) ?? null
}

/** @returns null for an id that is not a search. */
export function readButtonId(customId: string): PagedSearch | null {
  const match = /^search:(?:back|on):(\d{1,6}):(pc|quest|ios)?:(.*)$/s.exec(customId)
  if (match === null) return null
  const [, offset, platform, text = ''] = match
  return { text, platform: platformOf(platform), offset: Number(offset) }
}

function actionRow(...components: APIButtonComponent[]) {
  return { type: ComponentType.ActionRow as const, components }
}

function button(
  label: string,
  { text, platform, offset }: PagedSearch,
  isDisabled: boolean,
  direction: 'back' | 'on',
) {
  return {
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    label,
    custom_id: `search:${direction}:${offset}:${platform ?? ''}:${truncate(text, MAX_TEXT_LENGTH)}`,
    disabled: isDisabled,
  }
}

function listEmbed(title: string, avatars: readonly Avatar[], offset: number, footer?: string): APIEmbed {
  const lines = avatars.map((avatar, i) => {
    const facts = [platformsOf(avatar), `${formatCount(avatar.views)} views`].filter(fact => fact !== '')
    const link = `[${shortName(avatar.name)}](${platformUrlOf(avatar)})`
    return `${offset + i + 1}. ${link} by ${shortName(avatar.authorName)}\n-# ${facts.join(' · ')}`
  })
  return {
    title,
    color: COLOUR,
    description: lines.join('\n'),
    ...(footer !== undefined && { footer: { text: footer } }),
  }
}

function titleFor(text: string): string {
  return text === '' ? 'Avatars' : `Avatars for “${truncate(escapeMarkdown(text), MAX_NAME_LENGTH)}”`
}

function platformUrlOf({ id }: Avatar): string {
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

function shortName(name: string): string {
  return truncate(escapeMarkdown(displayName(name)), MAX_NAME_LENGTH)
}

export function displayName(name: string): string {
  return name.replaceAll(INVISIBLE, ' ').trim() || 'without a name'
}

/** Line ends, other control characters, and characters that change the text direction (UAX #9). */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Escapes everything that Discord would read as formatting, link or mention. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(INVISIBLE, ' ').replaceAll(/[\\*_~`|>#[\]()<@:/.+-]/g, '\\$&')
}

/** @param maxLength UTF-16 code units; surrogate pairs are not split. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$|\\$/, '')}…`
}
