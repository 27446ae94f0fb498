import {
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_NAME_LENGTH,
  MAX_LINK_LENGTH,
  MAX_WEIGHT,
} from '@avatary/contract/promotions'
import { DAY_MS } from '../kernel/days.ts'
import { type PlacementSettings, parseTimestamp } from '../slices/promotions/index.ts'
import type { CliCommand } from './command.ts'
import { UsageError } from './exit.ts'

export interface PlacementOptions {
  weight?: number
  /** Milliseconds since the epoch. */
  start?: number
  end?: number | 'never'
  days?: number
  name?: string
  description?: string
  image?: string
  url?: string
}

export function addSettings(command: CliCommand): CliCommand {
  return command
    .integerOption('--weight <N>', 'heavier ones come first (default 0)', { min: 0, max: MAX_WEIGHT })
    .parsedOption('--start <MOMENT>', 'when it starts (default: now)', readMoment)
    .parsedOption('--end <MOMENT>', 'when it ends, or never (default)', (text, name) =>
      text === 'never' ? text : readMoment(text, name),
    )
    .integerOption('--days <N>', 'instead of --end: number of days after its start', { min: 1, max: 36_500 })
    .parsedOption('--name <TEXT>', 'of a group, which needs one', textWithin(MAX_GROUP_NAME_LENGTH))
    .parsedOption('--description <TEXT>', 'of a group', textWithin(MAX_DESCRIPTION_LENGTH))
    .parsedOption('--image <URL>', 'of a group, https', readLink)
    .parsedOption('--url <URL>', 'page of a group, https (default: the one on the platform)', readLink)
}

/** @param nowMs default of `--start`; null when an existing placement is changed. */
export function settingsOf(options: PlacementOptions, nowMs: number | null): PlacementSettings {
  const { weight, start: startsAtMs, name, description, image: imageUrl, url } = options
  const endsAtMs = endOf(options, startsAtMs ?? nowMs)
  const optionalSettings = { weight, startsAtMs, endsAtMs, name, description, imageUrl, url }
  return Object.fromEntries(Object.entries(optionalSettings).filter(([, value]) => value !== undefined))
}

function endOf({ days, end }: PlacementOptions, beginsAtMs: number | null): number | null | undefined {
  if (days === undefined) return end === 'never' ? null : end
  if (end !== undefined) throw new UsageError('--days and --end cannot be used together.')
  if (beginsAtMs === null) throw new UsageError('--days needs --start when a placement is changed.')
  return beginsAtMs + days * DAY_MS
}

function readMoment(text: string, name: string): number {
  const ms = parseTimestamp(text)
  if (ms !== null) return ms
  throw new UsageError(`${name} must be a date or a date and time, as 2026-12-01T18:00Z, not "${text}".`)
}

function textWithin(maxLength: number): (text: string, name: string) => string {
  return (text, name) => {
    if ([...text].length <= maxLength) return text
    throw new UsageError(`${name} must have at most ${maxLength} characters.`)
  }
}

function readLink(text: string, name: string): string {
  textWithin(MAX_LINK_LENGTH)(text, name)
  if (text === '' || /^https:\/\/\S+$/.test(text)) return text
  throw new UsageError(`${name} must be an address that begins with https://, or empty.`)
}
