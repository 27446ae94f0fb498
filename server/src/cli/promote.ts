import {
  MAX_GROUP_DESCRIPTION,
  MAX_GROUP_NAME,
  MAX_LINK,
  MAX_WEIGHT,
  PLACEMENT_LISTS,
} from '@avatary/contract/promotions'
import { systemClock } from '../platform/clock.ts'
import type { Act } from '../slices/moderation/index.ts'
import {
  createPromotionStore,
  type KnownPlacement,
  newPlacement,
  PLACED_NEEDED,
  PLACEMENT_NUMBER,
  type PlacementSettings,
  type PromotionStore,
  parseMoment,
  parsePlaced,
  placementAnswer,
  type Refused,
} from '../slices/promotions/index.ts'
import { cliActor } from './actor.ts'
import { openCatalog } from './catalog.ts'
import {
  type Command,
  CommandError,
  type CommandInput,
  choiceOption,
  EXIT,
  type ExitCode,
  integerOption,
  type OptionValues,
  optionalInteger,
  UsageError,
} from './command.ts'
import { formatTable } from './table.ts'
import { formatCount, type Terminal, write } from './terminal.ts'

const DAY_MS = 86_400_000

export const promoteCommand: Command = {
  name: 'promote',
  summary: 'Place avatars and groups in worlds, for a time and by weight',
  places: ['ACT', 'ID?'],
  options: {
    weight: { value: 'N', help: 'heavier ones stand first (default 0)' },
    start: { value: 'MOMENT', help: 'when it begins (default: now)' },
    end: { value: 'MOMENT', help: 'when it ends, or never (default)' },
    days: { value: 'N', help: 'instead of --end: so many days after it begins' },
    name: { value: 'TEXT', help: 'of a group, which needs one' },
    description: { value: 'TEXT', help: 'of a group' },
    image: { value: 'URL', help: 'of a group, https' },
    url: { value: 'URL', help: 'page of a group, https (default: the one on the platform)' },
    state: { value: 'STATE', help: `${PLACEMENT_LISTS.join(', ')} (list; the first is the default)` },
    limit: { value: 'N', help: 'how many at most (list; default 50)' },
    json: { help: 'print the result as one JSON object' },
  },
  details: `Acts:
  add ID              place an avatar (avtr_…) or a group (grp_…), or a URL of one
  change NUMBER       change what the options name of a placement
  remove NUMBER       show it no longer
  list                placements in the order in which they are shown

A MOMENT is a date or a date and time, 2026-12-01 or 2026-12-01T18:00+01:00; UTC where no zone is given. An avatar is
shown only while it is listed. It may run while the server does, which follows within a second.`,
  run: runPromote,
}

interface Work {
  store: PromotionStore
  options: OptionValues
  terminal: Terminal
  act: Act
}

type Step = (work: Work) => Promise<void>

/** By name: reads what was given, before anything is opened or made. */
const ACTS: Readonly<Record<string, (id: string | undefined, options: OptionValues) => Step>> = {
  add: adding,
  change: changing,
  remove: removing,
  list: listing,
}

async function runPromote({ places, options, config, terminal }: CommandInput): Promise<ExitCode> {
  const [name, id] = places
  const read = Object.entries(ACTS).find(([known]) => known === name)?.[1]
  if (read === undefined)
    throw new UsageError(`There is no act "${name}". Acts: ${Object.keys(ACTS).join(', ')}.`)
  const step = read(id, options)
  await using catalog = await openCatalog(config)
  const store = createPromotionStore({ db: catalog.db })
  await step({ store, options, terminal, act: { actor: cliActor(), nowMs: systemClock.now() } })
  return EXIT.ok
}

function adding(id = '', options: OptionValues): Step {
  const placed = parsePlaced(id)
  if (placed === null) throw new UsageError(`"${id}" is no id. ${PLACED_NEEDED}.`)
  const made = newPlacement(placed, settingsOf(options, systemClock.now()), systemClock.now())
  if (made.kind === 'refused') throw new UsageError(inOptions(made))
  return async work => await tellOne(work, 'Added', await work.store.add(made.placement, work.act))
}

function changing(id = '', options: OptionValues): Step {
  const number = readNumber(id)
  const settings = settingsOf(options, null)
  if (Object.keys(settings).length === 0)
    throw new UsageError(
      'Name what to change: --weight, --start, --end, --name, --description, --image or --url.',
    )
  return async work => {
    const changed = await work.store.change(number, settings, work.act)
    if (changed.kind === 'unknown') throw new CommandError(`There is no placement ${id}.`)
    if (changed.kind === 'refused') throw new UsageError(inOptions(changed))
    await tellOne(work, 'Changed', changed.placement)
  }
}

function removing(id = ''): Step {
  const number = readNumber(id)
  return async work => {
    if (!(await work.store.remove(number, work.act))) throw new CommandError(`There is no placement ${id}.`)
    await tell(work, { id: number, removed: true }, `Removed placement ${id}.`)
  }
}

function listing(id: string | undefined, options: OptionValues): Step {
  if (id !== undefined) throw new UsageError(`promote does not know what to do with "${id}" here.`)
  const limit = integerOption(options, 'limit', { min: 1, max: 100_000, fallback: 50 })
  const state = choiceOption(options, 'state', PLACEMENT_LISTS)
  return async work => {
    const { nowMs } = work.act
    const { total, items } = await work.store.placements(state, { limit, offset: 0 }, nowMs)
    const placements = items.map(item => placementAnswer(item, nowMs))
    const rows = placements.map(({ id, subject, weight, state, shown, startsAt, endsAt, name }) => [
      `${id}`,
      `${weight}`,
      state === 'running' && !shown ? 'running, hidden' : state,
      startsAt,
      endsAt ?? 'never',
      subject,
      name,
    ])
    const titles = ['PLACEMENT', 'WEIGHT', 'STATE', 'BEGINS', 'ENDS', 'WHAT', 'NAME']
    const text = rows.length === 0 ? 'There are none.' : formatTable(titles, rows).trimEnd()
    await tell(work, { total, placements }, text)
    if (rows.length < total && !options.json)
      await write(
        work.terminal.stderr,
        `${formatCount(rows.length)} of ${formatCount(total)}; --limit=N shows more.\n`,
      )
  }
}

/** @param nowMs when it begins unless the options say so; null for a placement that has begun. */
function settingsOf(options: OptionValues, nowMs: number | null): PlacementSettings {
  const weight = optionalInteger(options, 'weight', { min: 0, max: MAX_WEIGHT })
  const startsAtMs = momentOption(options, 'start')
  const endsAtMs = endOption(options, startsAtMs ?? nowMs)
  const given = {
    weight,
    startsAtMs,
    endsAtMs,
    name: textOption(options, 'name', MAX_GROUP_NAME),
    description: textOption(options, 'description', MAX_GROUP_DESCRIPTION),
    imageUrl: linkOption(options, 'image'),
    url: linkOption(options, 'url'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function endOption(options: OptionValues, beginsAtMs: number | null): number | null | undefined {
  const days = optionalInteger(options, 'days', { min: 1, max: 36_500 })
  if (days === undefined) return options.end === 'never' ? null : momentOption(options, 'end')
  if (options.end !== undefined) throw new UsageError('--days and --end cannot stand together.')
  if (beginsAtMs === null) throw new UsageError('--days needs --start when a placement is changed.')
  return beginsAtMs + days * DAY_MS
}

function momentOption(options: OptionValues, name: string): number | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  const ms = parseMoment(text)
  if (ms === null)
    throw new UsageError(`--${name} must be a date or a date and time, as 2026-12-01T18:00Z, not "${text}".`)
  return ms
}

function textOption(options: OptionValues, name: string, longest: number): string | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  if ([...text].length > longest) throw new UsageError(`--${name} must have at most ${longest} characters.`)
  return text
}

function linkOption(options: OptionValues, name: string): string | undefined {
  const text = textOption(options, name, MAX_LINK)
  if (text !== undefined && text !== '' && !/^https:\/\/\S+$/.test(text))
    throw new UsageError(`--${name} must be an address that begins with https://, or empty.`)
  return text
}

function readNumber(id: string): number {
  if (!PLACEMENT_NUMBER.test(id))
    throw new UsageError(`"${id}" is no number of a placement; promote list shows them.`)
  return Number(id)
}

/** Options instead of the fields that the interface has. */
function inOptions({ problem }: Refused): string {
  const names = { startsAt: '--start', endsAt: '--end', imageUrl: '--image' } as Record<string, string>
  return problem.replaceAll(/`(\w+)`/g, (_, field: string) => names[field] ?? `--${field}`)
}

async function tellOne(work: Work, did: string, placement: KnownPlacement): Promise<void> {
  const told = placementAnswer(placement, work.act.nowMs)
  const { id, kind, subject, state, shown, endsAt, startsAt } = told
  const until = endsAt === null ? '' : ` until ${endsAt}`
  const hidden = state === 'running' && !shown ? ' The avatar is not listed, so it is not shown.' : ''
  await tell(
    work,
    { placement: told },
    `${did} placement ${id} of ${kind} ${subject}, from ${startsAt}${until}.${hidden}`,
  )
}

async function tell({ options, terminal }: Work, told: object, text: string): Promise<void> {
  await write(terminal.stdout, `${options.json ? JSON.stringify(told) : text}\n`)
}
