import { runStaticExport } from '../composition/static-export.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from '../platform/log.ts'
import { ForeignFilesError, type StaticExportResult } from '../slices/static-export/index.ts'
import {
  CommandError,
  type CommandInput,
  EXIT,
  type ExitCode,
  integerOption,
  type Option,
  type OptionValues,
  UsageError,
} from './command.ts'
import { progressOn } from './progress.ts'
import { formatCount, formatDuration, write } from './terminal.ts'

/** A page has 500 avatars, some 200 KB. */
const PAGES = 100
/** Sixteen images. */
const PICTURES = 1024

/** Options that go with `--static`. */
export const STATIC_OPTIONS: Readonly<Record<string, Option>> = {
  static: { value: 'DIR', help: 'instead: the endpoints for worlds as files in DIR, for a static host' },
  pages: { value: 'N', help: `with --static: most pages of a list but of all avatars (default ${PAGES})` },
  pictures: {
    value: 'N',
    help: `with --static: avatars whose pictures are drawn (default ${PICTURES}; 0 = none)`,
  },
}

export const STATIC_DETAILS = `With --static DIR the endpoints for worlds become files with constant names, and pictures of the most popular avatars
images of 64 each: see docs/static-export.md. Run it again to bring DIR up to date: only what changed is written, and
only what it wrote is ever removed.`

/** Refuses options that would do nothing. */
export function refuseStaticOptions(options: OptionValues): void {
  const given = Object.keys(STATIC_OPTIONS).find(name => options[name] !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} goes with --static DIR.`)
}

/** `export --static DIR`. */
export async function runStatic({ places, options, config, terminal }: CommandInput): Promise<ExitCode> {
  if (places.length > 0 || options.all === true)
    throw new UsageError('export --static takes neither a FILE nor --all; its files go to DIR.')
  const folder = String(options.static)
  if (folder === '') throw new UsageError('--static needs the folder that the files go to.')
  const mostPages = integerOption(options, 'pages', { min: 1, max: 1_000_000, fallback: PAGES })
  const mostPictures = integerOption(options, 'pictures', { min: 0, max: 65_536, fallback: PICTURES })
  const signal = terminal.stopping()
  const progress = progressOn(terminal, 'files and pictures')
  try {
    const result = await runStaticExport({
      config,
      folder,
      mostPages,
      mostPictures,
      signal,
      clock: systemClock,
      log: silentLog,
      onProgress: (done, share) => progress.show(done, done, share),
    })
    progress.clear()
    const text = options.json
      ? JSON.stringify({ folder, ...result, seconds: Math.round(progress.elapsedMs) / 1000 })
      : summary(folder, result, progress.elapsedMs)
    await write(terminal.stdout, `${text}\n`)
    return EXIT.ok
  } catch (error) {
    progress.clear()
    if (signal.aborted) throw new CommandError('Stopped. Give the same command again to go on.')
    if (error instanceof ForeignFilesError) throw new CommandError(`${folder}: ${error.message}`)
    const { code, path, message } = error as NodeJS.ErrnoException
    throw code !== undefined && path !== undefined
      ? new CommandError(`${path} cannot be written: ${message}`)
      : error
  }
}

function summary(folder: string, result: StaticExportResult, elapsedMs: number): string {
  const { files, bytes, written, unchanged, removed, pictures, stale } = result
  const size = `${formatCount(bytes / 1e6)} MB`
  const kept = stale.map(path => `\n${path} is as it was: its source does not answer now.`)
  return `Exported ${formatCount(files)} files (${size}) with ${formatCount(pictures)} pictures to ${folder} in ${formatDuration(elapsedMs)}: ${formatCount(written)} written, ${formatCount(unchanged)} unchanged, ${formatCount(removed)} removed${kept.join('')}`
}
