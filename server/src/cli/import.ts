import { type BigIntStats, createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { systemClock } from '../platform/clock.ts'
import {
  type ImportCounts,
  type ImportProgress,
  type ImportResult,
  importStream,
  NO_COUNTS,
  type Skip,
} from '../slices/interop/import-stream.ts'
import { START, UnreadableFileError } from '../slices/interop/split-records.ts'
import { openCatalog } from './catalog.ts'
import { type Checkpoint, CheckpointFile } from './checkpoint.ts'
import {
  type Command,
  CommandError,
  type CommandInput,
  choiceOption,
  EXIT,
  type ExitCode,
  integerOption,
} from './command.ts'
import { importSummary } from './import-summary.ts'
import { Progress } from './progress.ts'
import { SkipReport } from './skip-report.ts'
import { write } from './terminal.ts'

/** Bytes read from a file at a time. */
const CHUNK = 1 << 20
/** Skipped records shown on the terminal. */
const SHOWN_SKIPS = 20

export const importCommand: Command = {
  name: 'import',
  summary: 'Fill the catalog from a file, or from standard input (-)',
  places: ['FILE'],
  options: {
    report: { value: 'FILE', help: 'write every skipped record there, as NDJSON' },
    'added-at': {
      value: 'kept|created',
      help: 'date of added avatars: as told by our own records, else now (kept); or creation on the platform',
    },
    batch: { value: 'N', help: 'records saved at once (default 5000)' },
    'progress-ms': { value: 'N', help: 'least time between two lines of progress' },
    restart: { help: 'begin again where an import of this file was interrupted' },
    json: { help: 'print the result as one JSON object' },
  },
  details: `FILE holds avatars as NDJSON, as a JSON list or as objects one after the other, in our own shape (of exports
and of /avatars/all), as the platform's API answers them, or as VRCX providers and crawls have them; shapes may mix.
It may run while the server does. Whatever is counted is saved; an interrupted import goes on where it stopped when
the same command is given again, and importing twice changes nothing.`,
  run: runImport,
}

interface Source {
  /** Null for standard input. */
  file: { path: string; stats: BigIntStats } | null
  name: string
}

async function runImport({ places: [name], options, config, terminal }: CommandInput): Promise<ExitCode> {
  const source = await findSource(name!)
  const addedAt = choiceOption(options, 'added-at', ['kept', 'created'])
  const batchSize = integerOption(options, 'batch', { min: 1, max: 100_000, fallback: 5000 })
  const everyMs = integerOption(options, 'progress-ms', {
    min: 0,
    max: 3_600_000,
    fallback: terminal.isScreen ? 100 : 2000,
  })
  await using catalog = await openCatalog(config)
  const databaseId = await catalog.store.databaseId()
  const checkpointFile =
    source.file && new CheckpointFile(config.data.dir, { ...source.file, databaseId, options: addedAt })
  const from = options.restart === true ? null : (checkpointFile?.read() ?? null)
  if (from !== null)
    await write(terminal.stderr, `Going on at line ${from.position.line} of ${source.name}.\n`)

  await using report = await SkipReport.open(options.report, from?.reportBytes ?? 0)
  const progress = new Progress({
    stream: terminal.stderr,
    isScreen: terminal.isScreen,
    everyMs,
    unit: 'records',
    now: () => performance.now(),
  })
  const firstSkips: Skip[] = []
  const size = source.file === null ? null : Number(source.file.stats.size)
  const share = (offset: number) => (size === null ? null : Math.min(offset / size, 1))
  progress.startAt(share(from?.position.offset ?? 0) ?? 0)
  const onSaved = async ({ counts, skips, position }: ImportProgress) => {
    firstSkips.push(...skips.slice(0, SHOWN_SKIPS - firstSkips.length))
    const reportBytes = await report.write(skips)
    await checkpointFile?.write({ position, counts, reportBytes })
    progress.show(
      recordsOf(counts),
      recordsOf(counts) - recordsOf(from?.counts ?? NO_COUNTS),
      share(position.offset),
    )
  }

  const input = source.file === null ? terminal.stdin : bytesFrom(source.file.path, from)
  const start = from ?? { position: START, counts: NO_COUNTS }
  let result: ImportResult
  try {
    result = await importStream(
      input,
      { store: catalog.store, clock: systemClock },
      { addedAt, batchSize, from: start, onSaved, signal: terminal.stopping() },
    )
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new CommandError(error.message)
    throw error
  } finally {
    progress.clear()
  }
  if (result.isComplete) await checkpointFile?.remove()
  const summary = {
    source: source.name,
    ...result,
    canResume: checkpointFile !== null,
    elapsedMs: progress.elapsedMs,
    counted: recordsOf(result.counts) - recordsOf(start.counts),
    resumedAtLine: from?.position.line ?? null,
    firstSkips,
    reportPath: report.path,
  }
  await write(terminal.stdout, importSummary(summary, options.json === true))
  return result.isComplete ? EXIT.ok : EXIT.failure
}

async function findSource(name: string): Promise<Source> {
  if (name === '-') return { file: null, name: 'standard input' }
  try {
    const path = await realpath(name)
    const stats = await stat(path, { bigint: true })
    if (stats.isDirectory()) throw new CommandError(`${name} is a folder; give a file.`)
    // A pipe has no size and cannot be read on later.
    return { file: stats.isFile() ? { path, stats } : null, name }
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read: ${message}`,
    )
  }
}

function bytesFrom(path: string, from: Checkpoint | null): AsyncIterable<Uint8Array> {
  return createReadStream(path, { start: from?.position.offset ?? 0, highWaterMark: CHUNK })
}

function recordsOf({ added, updated, unchanged, skipped }: ImportCounts): number {
  return added + updated + unchanged + skipped
}
