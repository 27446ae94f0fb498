import { MAX_BLOCK_REASON_LENGTH, REPORT_STATES, type ReportState } from '@avatary/contract/moderation'
import type { ModerationEffect } from '../avatars/index.ts'
import {
  AUTHOR_HINT,
  ModerationStore,
  parseAuthor,
  parseReportSubject,
  parseSubject,
  ReportStore,
  type ReportSubject,
  SUBJECT_HINT,
  type Subject,
} from '../slices/moderation/index.ts'
import type { CliCommand } from './command.ts'
import type { DatabaseDeps, Result } from './context.ts'
import { CommandError, UsageError } from './exit.ts'
import { LIMIT_BOUNDS, type ListOptions } from './list.ts'
import { listAudit, listBlocksAndOptOuts, listReports } from './moderate-lists.ts'
import { quantity } from './terminal.ts'

interface BlockOptions {
  reason?: string | null
  closeReports?: true
}

export function addModerate(program: CliCommand): void {
  const moderate = program
    .command('moderate')
    .summary('Block avatars and authors, let authors opt out, read reports')
    .description(`An ID is avtr_…, usr_…, a legacy author id of ten letters and digits, or a URL of one. Repeating a command
changes nothing. A running server follows within a second.`)
    .example('moderate block avtr_… --reason="stolen, report 12"')
  addBlocks(moderate)
  addOptOuts(moderate)
  addLists(moderate)
  moderate
    .command('close')
    .description('close a report, or all reports of an avatar or author')
    .argument('<REPORT>', 'the number of a report, or an avatar or author id', readReport)
    .databaseAction(
      (subject: ReportSubject) =>
        async ({ db, act }) =>
          reportsResult('Closed', subject, await new ReportStore({ db }).close(subject, act)),
    )
  moderate
    .command('reopen')
    .description('reopen a report, or the reports of an avatar or author that were closed last')
    .argument('<REPORT>', 'the number of a report, or an avatar or author id', readReport)
    .databaseAction(
      (subject: ReportSubject) =>
        async ({ db, act }) =>
          reportsResult('Reopened', subject, await new ReportStore({ db }).reopen(subject, act)),
    )
}

function addBlocks(moderate: CliCommand): void {
  moderate
    .command('block')
    .description('hide an avatar, or all present and future avatars of an author')
    .argument('<ID>', 'an avatar or an author', readSubject)
    .parsedOption('--reason <TEXT>', 'why, for operators', readReason)
    .option('--close-reports', 'close its open reports, too')
    .databaseAction((subject: Subject, options: BlockOptions) => async deps => {
      const { reason = null, closeReports = false } = options
      const effect = await moderationOf(deps).block(subject, reason, deps.act, closeReports)
      return moderationResult(subject, effect, 'Blocked', 'was blocked already')
    })
  moderate
    .command('unblock')
    .description('show it again; an avatar that is itself blocked stays blocked when its author is unblocked')
    .argument('<ID>', 'an avatar or an author', readSubject)
    .databaseAction((subject: Subject) => async deps => {
      const effect = await moderationOf(deps).unblock(subject, deps.act)
      return moderationResult(subject, effect, 'Unblocked', 'is not blocked')
    })
}

function addOptOuts(moderate: CliCommand): void {
  moderate
    .command('opt-out')
    .description('hide all avatars of an author who asked for it')
    .argument('<AUTHOR>', 'an author', readAuthor)
    .databaseAction((author: Subject) => async deps => {
      const effect = await moderationOf(deps).optOut(author.id, deps.act)
      return moderationResult(author, effect, 'Opted out', 'had opted out already')
    })
  moderate
    .command('opt-in')
    .description('list the avatars of an author again')
    .argument('<AUTHOR>', 'an author', readAuthor)
    .databaseAction((author: Subject) => async deps => {
      const effect = await moderationOf(deps).optIn(author.id, deps.act)
      return moderationResult(author, effect, 'Opted in', 'has not opted out')
    })
}

function addLists(moderate: CliCommand): void {
  moderate
    .command('list')
    .description('list blocked avatars and authors, and authors who opted out')
    .integerOption('--limit <N>', 'maximum number, newest first', LIMIT_BOUNDS)
    .databaseAction((options: ListOptions) => deps => listBlocksAndOptOuts(moderationOf(deps), options))
  moderate
    .command('reports')
    .description('list reports')
    .choiceOption('--state <STATE>', 'which reports', REPORT_STATES)
    .integerOption('--limit <N>', 'maximum number, newest first', LIMIT_BOUNDS)
    .databaseAction(
      (options: ListOptions & { state: ReportState }) => deps => listReports(new ReportStore(deps), options),
    )
  moderate
    .command('audit')
    .description('list the audit log')
    .integerOption('--limit <N>', 'maximum number, newest first', LIMIT_BOUNDS)
    .databaseAction((options: ListOptions) => deps => listAudit(moderationOf(deps), options))
}

function moderationOf({ db }: DatabaseDeps) {
  return new ModerationStore({ db })
}

function readSubject(text: string): Subject {
  const subject = parseSubject(text)
  if (subject === null) throw new UsageError(`"${text}" is not an id. ${SUBJECT_HINT}.`)
  return subject
}

function readAuthor(text: string): Subject {
  const id = parseAuthor(text)
  if (id === null) throw new UsageError(`"${text}" is not an author. ${AUTHOR_HINT}.`)
  return { kind: 'author', id }
}

function readReport(text: string): ReportSubject {
  const subject = parseReportSubject(text)
  if (subject !== null) return subject
  throw new UsageError(
    `"${text}" is not a report. It must be the number of one, or the id of an avatar (avtr_…) or author (usr_…).`,
  )
}

function readReason(text: string, name: string): string {
  const reason = text.trim()
  if ([...reason].length > MAX_BLOCK_REASON_LENGTH)
    throw new UsageError(`${name} must have at most ${MAX_BLOCK_REASON_LENGTH} characters.`)
  return reason
}

function moderationResult(
  { kind, id }: Subject,
  { isChanged, avatars }: ModerationEffect,
  verb: string,
  textIfUnchanged: string,
): Result {
  const text = isChanged
    ? `${verb} ${kind} ${id}: ${quantity(avatars, 'avatar')} changed.`
    : `The ${kind} ${id} ${textIfUnchanged}.`
  return { json: { id, kind, changed: isChanged, avatars }, text }
}

function reportsResult(verb: 'Closed' | 'Reopened', subject: ReportSubject, count: number | null): Result {
  if (count === null)
    throw new CommandError(`There is no report ${'number' in subject ? subject.number : subject.id}.`)
  return { json: { [verb.toLowerCase()]: count }, text: `${verb} ${quantity(count, 'report')}.` }
}
