import { runStaticExport } from '../composition/static-export.ts'
import { formatCount } from '../kernel/text/format-count.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from '../platform/log.ts'
import { ForeignFilesError, type StaticExportResult } from '../slices/static-export/index.ts'
import type { CliCommand } from './command.ts'
import type { CommandContext, Result } from './context.ts'
import { CommandError, UsageError } from './exit.ts'
import { Progress } from './progress.ts'
import { formatDuration, quantity } from './terminal.ts'

/** A page has 500 avatars and takes some 200 KB. */
const DEFAULT_MAX_PAGES = 100
/** Fills sixteen atlases of 64 pictures each. */
const DEFAULT_MAX_PICTURES = 1024

export interface StaticOptions {
  static?: string
  pages?: number
  pictures?: number
  all?: true
}

export function addStaticOptions(command: CliCommand): CliCommand {
  return command
    .option('--static <DIR>', 'instead: the endpoints for worlds as files in DIR, for a static host')
    .integerOption(
      '--pages <N>',
      `with --static: maximum number of pages per list, except that of all avatars (default ${DEFAULT_MAX_PAGES})`,
      { min: 1, max: 1_000_000 },
    )
    .integerOption(
      '--pictures <N>',
      `with --static: avatars whose pictures are drawn (default ${DEFAULT_MAX_PICTURES}; 0 = none)`,
      { min: 0, max: 65_536 },
    )
}

export const STATIC_DETAILS = `With --static DIR the endpoints for worlds become files with constant names, and the pictures of the most popular avatars
become images of 64 each: see docs/static-export.md. Run it again to update DIR: only changed files are written, and only
its own files are removed.`

/** @throws UsageError for options that have no effect without `--static`. */
export function refuseStaticOptions(options: StaticOptions): void {
  const misusedOption = (['pages', 'pictures'] as const).find(name => options[name] !== undefined)
  if (misusedOption !== undefined) throw new UsageError(`--${misusedOption} needs --static DIR.`)
}

export async function exportStatic(
  folder: string,
  file: string | undefined,
  options: StaticOptions,
  { terminal, ...context }: CommandContext,
): Promise<Result> {
  if (file !== undefined || options.all)
    throw new UsageError('export --static takes neither a FILE nor --all; its files go to DIR.')
  if (folder === '') throw new UsageError('--static needs the folder to write to.')
  const { pages: maxPages = DEFAULT_MAX_PAGES, pictures: maxPictures = DEFAULT_MAX_PICTURES } = options
  const config = context.catalogConfig()
  const signal = terminal.stopSignal()
  using progress = new Progress(terminal, 'file')
  try {
    const result = await runStaticExport({
      config,
      folder,
      maxPages,
      maxPictures,
      signal,
      clock: systemClock,
      log: silentLog,
      onProgress: (fileCount, share) => progress.show(fileCount, fileCount, share),
    })
    const text = [
      summary(folder, result, progress.elapsedMs),
      ...(maxPictures > 0 ? missingPictureLines(result) : []),
      ...result.stale.map(path => `${path} is as it was: its source does not answer now.`),
    ].join('\n')
    return { json: { folder, ...result, seconds: progress.seconds }, text }
  } catch (error) {
    if (signal.aborted) throw new CommandError('Stopped. Run the same command again to continue.')
    if (error instanceof ForeignFilesError) throw new CommandError(`${folder}: ${error.message}`)
    const { code, path, message } = error as NodeJS.ErrnoException
    throw code !== undefined && path !== undefined
      ? new CommandError(`${path} cannot be written: ${message}`)
      : error
  }
}

function summary(folder: string, result: StaticExportResult, elapsedMs: number): string {
  const { files, bytes, written, unchanged, removed, pictures } = result
  const size = `${formatCount(bytes / 1e6)} MB`
  return `Exported ${quantity(files, 'file')} (${size}) with ${quantity(pictures, 'picture')} to ${folder} in ${formatDuration(elapsedMs)}: ${formatCount(written)} written, ${formatCount(unchanged)} unchanged, ${formatCount(removed)} removed`
}

/** Says why there are fewer pictures than were wanted. */
function* missingPictureLines({
  pictures,
  missing: { none, unavailable, unreadable },
}: StaticExportResult): Generator<string> {
  if (pictures + none + unavailable + unreadable === 0)
    yield 'No listed avatar names a picture on a host from which pictures are fetched.'
  if (none > 0) yield `Without a picture, because its host has none: ${quantity(none, 'avatar')}.`
  if (unavailable > 0)
    yield `Without a picture, because its host does not answer now: ${quantity(unavailable, 'avatar')}. Run this again later.`
  if (unreadable > 0)
    yield `Without a picture, because what its host answered cannot be read: ${quantity(unreadable, 'avatar')}.`
}
