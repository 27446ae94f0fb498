import { PLACEMENT_FILTERS } from '@avatary/contract/promotions'
import { isRowNumber } from '../kernel/opaque-id.ts'
import { systemClock } from '../platform/clock.ts'
import {
  newPlacement,
  PLACEMENT_SUBJECT_HINT,
  type PlacementRefusal,
  type PlacementWithAvatar,
  PromotionStore,
  parsePlacementSubject,
  placementAnswer,
} from '../slices/promotions/index.ts'
import type { CliCommand } from './command.ts'
import type { DatabaseDeps, Result } from './context.ts'
import { CommandError, UsageError } from './exit.ts'
import { LIMIT_BOUNDS, type ListOptions, listResult } from './list.ts'
import { addSettings, type PlacementOptions, settingsOf } from './promote-settings.ts'

type ListedState = (typeof PLACEMENT_FILTERS)[number]

export function addPromote(program: CliCommand): void {
  const promote = program
    .command('promote')
    .summary('Place avatars and groups in worlds, for a time and by weight')
    .description(`A MOMENT is a date or a date and time, 2026-12-01 or 2026-12-01T18:00+01:00; UTC if no zone is given. An avatar is
shown only while it is listed. A running server follows within a second.`)
    .example('promote add avtr_… --weight=10 --end=2027-01-01')
  addSettings(promote.command('add'))
    .description('place an avatar or a group')
    .argument('<ID>', 'an avatar (avtr_…) or a group (grp_…), or a URL of one', readPlacementSubject)
    .databaseAction(add)
  addSettings(promote.command('change'))
    .description('change the given settings of a placement')
    .argument('<NUMBER>', 'the number of a placement', readNumber)
    .databaseAction(change)
  promote
    .command('remove')
    .description('remove a placement')
    .argument('<NUMBER>', 'the number of a placement', readNumber)
    .databaseAction(remove)
  promote
    .command('list')
    .description('list placements in the order in which they are shown')
    .choiceOption('--state <STATE>', 'which placements', PLACEMENT_FILTERS)
    .integerOption('--limit <N>', 'maximum number', LIMIT_BOUNDS)
    .databaseAction(list)
}

function add(subject: NonNullable<ReturnType<typeof parsePlacementSubject>>, options: PlacementOptions) {
  const nowMs = systemClock.now()
  const outcome = newPlacement(subject, settingsOf(options, nowMs), nowMs)
  if (outcome.kind === 'refused') throw new UsageError(withOptionNames(outcome))
  return async ({ db, act }: DatabaseDeps) =>
    placementResult('Added', await new PromotionStore({ db }).add(outcome.placement, act), act.nowMs)
}

function change(number: number, options: PlacementOptions) {
  const settings = settingsOf(options, null)
  if (Object.keys(settings).length === 0)
    throw new UsageError(
      'Name what to change: --weight, --start, --end, --name, --description, --image or --url.',
    )
  return async ({ db, act }: DatabaseDeps) => {
    const outcome = await new PromotionStore({ db }).change(number, settings, act)
    if (outcome.kind === 'unknown') throw new CommandError(`There is no placement ${number}.`)
    if (outcome.kind === 'refused') throw new UsageError(withOptionNames(outcome))
    return placementResult('Changed', outcome.placement, act.nowMs)
  }
}

function remove(number: number) {
  return async ({ db, act }: DatabaseDeps): Promise<Result> => {
    if (!(await new PromotionStore({ db }).remove(number, act)))
      throw new CommandError(`There is no placement ${number}.`)
    return { json: { id: number, removed: true }, text: `Removed placement ${number}.` }
  }
}

function list(options: ListOptions & { state: ListedState }) {
  return async ({ db, act: { nowMs } }: DatabaseDeps) => {
    const range = { limit: options.limit, offset: 0 }
    const { total, items } = await new PromotionStore({ db }).placements(options.state, range, nowMs)
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
    return listResult({ total, placements }, total, { titles, rows }, options)
  }
}

function readPlacementSubject(text: string) {
  const subject = parsePlacementSubject(text)
  if (subject === null) throw new UsageError(`"${text}" is not an id. ${PLACEMENT_SUBJECT_HINT}.`)
  return subject
}

function readNumber(text: string): number {
  if (isRowNumber(text)) return Number(text)
  throw new UsageError(`"${text}" is not the number of a placement; promote list shows them.`)
}

/** Replaces field names of the JSON interface in a message by those of options. */
function withOptionNames({ problem }: PlacementRefusal): string {
  const names: Record<string, string> = { startsAt: '--start', endsAt: '--end', imageUrl: '--image' }
  return problem.replaceAll(/`(\w+)`/g, (_, field: string) => names[field] ?? `--${field}`)
}

function placementResult(verb: string, placementWithAvatar: PlacementWithAvatar, nowMs: number): Result {
  const placement = placementAnswer(placementWithAvatar, nowMs)
  const { id, kind, subject, state, shown, endsAt, startsAt } = placement
  const until = endsAt === null ? '' : ` until ${endsAt}`
  const noteIfHidden = state === 'running' && !shown ? ' The avatar is not listed, so it is not shown.' : ''
  const text = `${verb} placement ${id} of ${kind} ${subject}, from ${startsAt}${until}.${noteIfHidden}`
  return { json: { placement }, text }
}
