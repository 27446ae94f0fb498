import { type BigIntStats, createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { CatalogReader } from '../avatars/index.ts'
import { ExpectedError } from '../kernel/expected-error.ts'
import { systemClock } from '../platform/clock.ts'
import {
  FILE_START,
  IMPORT_BATCH,
  type ImportCounts,
  type ImportProgress,
  importStream,
  NO_COUNTS,
  type Position,
  type Skip,
} from '../slices/interop/index.ts'
import { CheckpointFile } from './checkpoint.ts'
import type { CliCommand } from './command.ts'
import { type CommandContext, openCatalog, type Result } from './context.ts'
import { CommandError, EXIT, UsageError } from './exit.ts'
import { importSummary } from './import-summary.ts'
import { Progress } from './progress.ts'
import { SkipReport } from './skip-report.ts'
import { quantity, type Terminal, write } from './terminal.ts'

/** Bytes of the file read at a time. */
const CHUNK_BYTES = 1 << 20
/** Maximum number of skipped records that are printed. */
const MAX_SHOWN_SKIPS = 20

interface ImportOptions {
  report?: string
  addedAt: 'kept' | 'created'
  batch: number
  progressMs?: number
  restart?: true
}

export function addImport(program: CliCommand): void {
  const { context } = program
  program
    .command('import')
    .summary('Fill the catalog from a file, or from standard input (-)')
    .description(`FILE contains avatars as NDJSON, as a JSON array or as consecutive objects, in our own shape (of exports and
/avatars/all), in that of the platform's API, or in those of VRCX providers and crawls; shapes may be mixed. A server may
run meanwhile. Counted records are saved; the same command continues an interrupted import, and importing a file twice
changes nothing.`)
    .argument('<FILE>', 'the file, or - for standard input')
    .option('--report <FILE>', 'write every skipped record there, as NDJSON')
    .choiceOption(
      '--added-at <kept|created>',
      'date of added avatars: that in records of our own shape, or else now; or their creation on the platform',
      ['kept', 'created'],
    )
    .integerOption('--batch <N>', 'records saved at once', { min: 1, max: 100_000, fallback: IMPORT_BATCH })
    .integerOption('--progress-ms <N>', 'minimum time between two lines of progress', {
      min: 0,
      max: 3_600_000,
    })
    .option('--restart', 'start from the beginning instead of where an import of this file was interrupted')
    .example('import avatars.ndjson --report=skipped.ndjson')
    .resultAction((name: string, options: ImportOptions) => importFile(name, options, context))
}

interface Source {
  name: string
  /** Null for standard input. */
  path: string | null
  /** Null for standard input and pipes, which have no size, so that an import of them cannot be resumed. */
  stats: BigIntStats | null
}

async function importFile(name: string, options: ImportOptions, context: CommandContext): Promise<Result> {
  const { terminal } = context
  const { addedAt, batch: batchSize } = options
  const config = context.config()
  const source = await findSource(name)
  if (options.report !== undefined) await refuseReportAtSource(options.report, source)
  await using catalog = await openCatalog(config, { writesBulk: true })
  const checkpointFile = await checkpointFileOf(source, catalog.store, { dataDir: config.data.dir, addedAt })
  const checkpoint = options.restart ? null : (checkpointFile?.read() ?? null)
  if (checkpoint !== null)
    await write(terminal.stderr, `Going on at line ${checkpoint.position.line} of ${source.name}.\n`)
  const start = checkpoint ?? { position: FILE_START, counts: NO_COUNTS }

  await using report = await SkipReport.open(options.report, checkpoint?.report ?? null)
  const progress = new Progress(terminal, 'record', options.progressMs)
  const shareOf = ({ offset }: Position) =>
    source.stats === null ? null : offset / Number(source.stats.size)
  progress.resumeAt(shareOf(start.position) ?? 0)
  const firstSkips: Skip[] = []
  let savedCounts = start.counts
  const onSaved = async ({ counts, skips, position }: ImportProgress) => {
    savedCounts = counts
    firstSkips.push(...skips.slice(0, MAX_SHOWN_SKIPS - firstSkips.length))
    await checkpointFile?.write({ position, counts, report: await report.write(skips) })
    progress.show(totalOf(counts), totalOf(counts) - totalOf(start.counts), shareOf(position))
  }

  const signal = terminal.stopSignal()
  const input = source.path === null ? terminal.stdin : bytesFrom(source.path, start.position)
  const deps = { store: catalog.store, clock: systemClock }
  const result = await importStream(input, deps, { addedAt, batchSize, from: start, onSaved, signal })
    .finally(() => {
      progress.clear()
      if (source.path === null) terminal.stdin.destroy()
    })
    .catch(error => rethrow(error, { terminal, savedCounts, canResume: checkpointFile !== null }))
  if (result.isComplete) await checkpointFile?.remove()
  const summary = {
    ...result,
    source: source.name,
    canResume: checkpointFile !== null,
    elapsedMs: progress.elapsedMs,
    recordCountOfRun: totalOf(result.counts) - totalOf(start.counts),
    resumedAtLine: checkpoint?.position.line ?? null,
    firstSkips,
    reportPath: report.path,
  }
  const isEmpty = result.isComplete && !hasAvatars(result.counts)
  return {
    ...importSummary(summary),
    notes: [isEmpty ? `There is no avatar in ${source.name}: nothing was imported.` : null],
    exitCode: result.isComplete && !isEmpty ? EXIT.ok : EXIT.failure,
  }
}

/** Says what was saved before an error whose message does not tell everything, and how to go on. @throws the error. */
async function rethrow(
  error: unknown,
  { terminal, savedCounts, canResume }: { terminal: Terminal; savedCounts: ImportCounts; canResume: boolean },
): Promise<never> {
  const whatNextRunDoes = canResume ? 'goes on after them' : 'reads them again and changes nothing of them'
  const text = `The import failed after ${quantity(totalOf(savedCounts), 'record')}, which are saved. The same command ${whatNextRunDoes}.\n`
  if (!(error instanceof ExpectedError)) await write(terminal.stderr, text)
  throw error
}

/** Also true when all avatars were skipped, for example because they are not public. */
function hasAvatars({ added, updated, unchanged, skippedBy }: ImportCounts): boolean {
  const { not_public = 0, no_name = 0 } = skippedBy
  return added + updated + unchanged + not_public + no_name > 0
}

async function findSource(name: string): Promise<Source> {
  if (name === '-') return { name: 'standard input', path: null, stats: null }
  try {
    const path = await realpath(name)
    const stats = await stat(path, { bigint: true })
    if (stats.isDirectory()) throw new CommandError(`${name} is a folder; give a file.`)
    return { name, path, stats: stats.isFile() ? stats : null }
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read: ${message}`,
    )
  }
}

/** Opening the report would empty the source. */
async function refuseReportAtSource(report: string, { name, stats }: Source): Promise<void> {
  if (stats === null) return
  const found = await stat(report, { bigint: true }).catch(() => null)
  if (found !== null && found.dev === stats.dev && found.ino === stats.ino)
    throw new UsageError(`--report must be another file than ${name}, which it would overwrite.`)
}

async function checkpointFileOf(
  { path, stats }: Source,
  store: Pick<CatalogReader, 'databaseId'>,
  { dataDir, addedAt }: { dataDir: string; addedAt: string },
): Promise<CheckpointFile | null> {
  if (path === null || stats === null) return null
  const databaseId = await store.databaseId()
  return new CheckpointFile(dataDir, { path, stats, databaseId, options: addedAt })
}

function bytesFrom(path: string, { offset }: Position): AsyncIterable<Uint8Array> {
  return createReadStream(path, { ...(offset > 0 && { start: offset }), highWaterMark: CHUNK_BYTES })
}

function totalOf({ added, updated, unchanged, skipped }: ImportCounts): number {
  return added + updated + unchanged + skipped
}
