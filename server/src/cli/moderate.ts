import { MAX_BLOCK_REASON, REPORT_STATES } from '@avatary/contract/moderation'
import { parseAvatarId } from '../kernel/avatar-id.ts'
import { systemClock } from '../platform/clock.ts'
import {
  type Act,
  AUTHOR_NEEDED,
  createModerationStore,
  type Moderated,
  type ModerationStore,
  parseAuthor,
  parseSubject,
  REPORT_NUMBER,
  SUBJECT_NEEDED,
  type Subject,
} from '../slices/moderation/index.ts'
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
  UsageError,
} from './command.ts'
import { auditList, reportList, type ShownList, withheldList } from './moderate-lists.ts'
import { formatTable } from './table.ts'
import { formatCount, type Terminal, write } from './terminal.ts'

export const moderateCommand: Command = {
  name: 'moderate',
  summary: 'Block avatars and authors, let authors opt out, read reports',
  places: ['ACT', 'ID?'],
  options: {
    reason: { value: 'TEXT', help: 'why, for operators (block)' },
    state: { value: 'STATE', help: 'open (default), closed or all (reports)' },
    limit: { value: 'N', help: 'how many at most, newest first (list, reports, audit; default 50)' },
    json: { help: 'print the result as one JSON object' },
  },
  details: `Acts:
  block ID            hide an avatar, or all that an author has and will have
  unblock ID          show it again; an avatar that is blocked by itself stays so when its author is not
  opt-out AUTHOR      list nothing of an author who asked for it
  opt-in AUTHOR       list them again
  list                what is blocked, and who opted out
  reports             what was reported
  close REPORT        close a report by its number, or by an avatar id all of that avatar
  audit               who did what

An ID is avtr_…, usr_…, a legacy author id of ten letters and digits, or a URL of one. Doing again what is done
changes nothing. It may run while the server does, which shows it within a second.`,
  run: runModerate,
}

interface Work {
  store: ModerationStore
  options: OptionValues
  terminal: Terminal
  act: Act
}

/** What an act does once the database is open. */
type Step = (work: Work) => Promise<void>

/** By name: reads the id, before anything is opened or made. */
const ACTS: Readonly<Record<string, (id: string | undefined, options: OptionValues) => Step>> = {
  block: (id, options) => {
    const subject = readSubject(id)
    const reason = readReason(options)
    return moderating(subject, ['Blocked', 'was blocked already'], ({ store, act }) =>
      store.block(subject, reason, act),
    )
  },
  unblock: id => {
    const subject = readSubject(id)
    return moderating(subject, ['Unblocked', 'is not blocked'], ({ store, act }) =>
      store.unblock(subject, act),
    )
  },
  'opt-out': id => {
    const author = readAuthor(id)
    return moderating(author, ['Opted out', 'had opted out already'], ({ store, act }) =>
      store.optOut(author.id, act),
    )
  },
  'opt-in': id => {
    const author = readAuthor(id)
    return moderating(author, ['Opted in', 'has not opted out'], ({ store, act }) =>
      store.optIn(author.id, act),
    )
  },
  list: (id, options) => listing(id, options, withheldList),
  reports: (id, options) => {
    const state = choiceOption(options, 'state', REPORT_STATES)
    return listing(id, options, (store, limit) => reportList(store, state, limit))
  },
  audit: (id, options) => listing(id, options, auditList),
  close: closing,
}

async function runModerate({ places, options, config, terminal }: CommandInput): Promise<ExitCode> {
  const [name, id] = places
  const read = Object.entries(ACTS).find(([known]) => known === name)?.[1]
  if (read === undefined)
    throw new UsageError(`There is no act "${name}". Acts: ${Object.keys(ACTS).join(', ')}.`)
  const step = read(id, options)
  await using catalog = await openCatalog(config)
  const store = createModerationStore({ db: catalog.db })
  await step({ store, options, terminal, act: { actor: cliActor(), nowMs: systemClock.now() } })
  return EXIT.ok
}

function readSubject(id = ''): Subject {
  const subject = parseSubject(id)
  if (subject === null) throw new UsageError(`"${id}" is no id. ${SUBJECT_NEEDED}.`)
  return subject
}

function readAuthor(id = ''): Subject {
  const author = parseAuthor(id)
  if (author === null) throw new UsageError(`"${id}" is no author. ${AUTHOR_NEEDED}.`)
  return { kind: 'author', id: author }
}

function readReason({ reason }: OptionValues): string | null {
  if (typeof reason !== 'string') return null
  const text = reason.trim()
  if ([...text].length > MAX_BLOCK_REASON)
    throw new UsageError(`--reason must have at most ${MAX_BLOCK_REASON} characters.`)
  return text
}

function moderating(
  { kind, id }: Subject,
  [did, wasAlready]: readonly [did: string, wasAlready: string],
  moderate: (work: Work) => Promise<Moderated>,
): Step {
  return async work => {
    const { isChanged, avatars } = await moderate(work)
    const text = isChanged
      ? `${did} ${kind} ${id}: ${counted(avatars, 'avatar')} changed.`
      : `The ${kind} ${id} ${wasAlready}.`
    await tell(work, { id, kind, changed: isChanged, avatars }, text)
  }
}

function closing(id = ''): Step {
  const avatarId = parseAvatarId(id)
  if (avatarId === null && !REPORT_NUMBER.test(id))
    throw new UsageError(`"${id}" is no report. It must be the number of one, or an avatar id (avtr_…).`)
  return async work => {
    const { store, act } = work
    const outcome =
      avatarId === null ? await store.closeReport(Number(id), act) : await store.closeReportsOf(avatarId, act)
    if (outcome === 'unknown') throw new CommandError(`There is no report ${id}.`)
    const closed = typeof outcome === 'number' ? outcome : Number(outcome === 'closed')
    await tell(work, { closed }, `Closed ${counted(closed, 'report')}.`)
  }
}

function listing(
  id: string | undefined,
  options: OptionValues,
  read: (store: ModerationStore, limit: number) => Promise<ShownList>,
): Step {
  if (id !== undefined) throw new UsageError(`moderate does not know what to do with "${id}" here.`)
  const limit = integerOption(options, 'limit', { min: 1, max: 100_000, fallback: 50 })
  return async work => {
    const { told, total, titles, rows } = await read(work.store, limit)
    await tell(work, told, rows.length === 0 ? 'There are none.' : formatTable(titles, rows).trimEnd())
    if (rows.length < total && !options.json)
      await write(
        work.terminal.stderr,
        `${formatCount(rows.length)} of ${formatCount(total)}; --limit=N shows more.\n`,
      )
  }
}

async function tell({ options, terminal }: Work, told: object, text: string): Promise<void> {
  await write(terminal.stdout, `${options.json ? JSON.stringify(told) : text}\n`)
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
