import { TERMS_LINE } from '@avatary/contract/terms'
import { API_PREFIX } from '../kernel/addresses.ts'
import { formatCount } from '../kernel/text/format-count.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { VERSION } from '../kernel/version.ts'
import { parseWebUrl } from '../kernel/web-url.ts'
import { systemClock } from '../platform/clock.ts'
import { boundedFetch } from '../platform/upstream/bounded-fetch.ts'
import { systemUpstreamDeps } from '../platform/upstream/system-deps.ts'
import { Mirror, MirrorStore, SourceClient, type SourceDeps, StoppedError } from '../slices/interop/index.ts'
import type { CliCommand } from './command.ts'
import { type CommandContext, openCatalog, print, type Result } from './context.ts'
import { CommandError, UsageError } from './exit.ts'
import { Progress } from './progress.ts'
import { formatDuration, write } from './terminal.ts'

interface MirrorOptions {
  once?: true
  everyS: number
  acceptShrink?: true
  json?: true
}

export function addMirror(program: CliCommand): void {
  const { context } = program
  program
    .command('mirror')
    .summary('Copy another Avatary, then follow its changes until stopped')
    .description(`The first run copies everything in pages, within the limits of the source: a million avatars take about 35 minutes.
Avatars from the source are hidden when it no longer lists them. Progress is saved with each page, and the same command
continues after a stop. A server may run meanwhile.`)
    .argument('<BASE_URL>', 'API of the other Avatary, as https://avatars.example/api', readBaseUrl)
    .option('--once', 'end when the copy is up to date')
    .integerOption('--every-s <N>', 'seconds between two requests for changes', {
      min: 1,
      max: 86_400,
      fallback: 30,
    })
    .option(
      '--accept-shrink',
      'hide avatars that the source no longer lists, even if they are more than half of its avatars',
    )
    .option('--json', 'print the counts as one JSON object whenever they change')
    .action((baseUrl: string, options: MirrorOptions) => mirrorFrom(baseUrl, options, context))
}

async function mirrorFrom(
  baseUrl: string,
  options: MirrorOptions,
  { terminal, ...context }: CommandContext,
): Promise<void> {
  const isOnce = options.once === true
  const config = context.config()
  await using catalog = await openCatalog(config, { writesBulk: true })
  const signal = terminal.stopSignal()
  const progress = new Progress(terminal, 'avatar')
  const client = new SourceClient(SOURCE_DEPS, {
    baseUrl,
    userAgent: `Avatary/${VERSION} (mirror; +${config.http.publicUrl})`,
    // A mirror that follows its source waits for as long as the source is down.
    maxAttempts: isOnce ? 10 : Number.POSITIVE_INFINITY,
    signal,
    onRetry: (problem, pauseMs) => {
      progress.clear()
      terminal.stderr.write(`${problem}; trying again in ${formatDuration(pauseMs)}.\n`)
    },
  })
  const mirror = await Mirror.open({
    client,
    catalog: catalog.store,
    mirrors: new MirrorStore({ db: catalog.db }),
    clock: systemClock,
    acceptShrink: options.acceptShrink === true,
    onCopied: progressReporter(progress),
  })
  try {
    await write(terminal.stderr, `Terms of the data: ${TERMS_LINE}\n`)
    for (let printedCounts = ''; ; ) {
      await mirror.catchUp()
      progress.clear()
      const counts = JSON.stringify(mirror.counts)
      if (counts !== printedCounts) await print(terminal, options, resultOf(mirror))
      printedCounts = counts
      if (isOnce) return
      await SOURCE_DEPS.sleep(options.everyS * 1000 * (0.9 + 0.2 * SOURCE_DEPS.random()), signal)
    }
  } catch (error) {
    progress.clear()
    if (!(error instanceof StoppedError)) throw error
    if (!isOnce && mirror.isComplete) return
    throw new CommandError('Stopped before the copy was complete. Run the same command again to continue.')
  }
}

/** A page of 1000 avatars has less than 2 MB; the bound leaves room for larger records. */
const RESPONSE_BOUNDS = { headMs: MINUTE_MS, responseMs: MINUTE_MS, maxBodyBytes: 64 * 1024 * 1024 }

const SOURCE_DEPS: SourceDeps = {
  fetch: boundedFetch(systemUpstreamDeps.fetch, RESPONSE_BOUNDS),
  sleep: systemClock.sleep,
  random: systemUpstreamDeps.random,
  now: systemClock.now,
}

function readBaseUrl(text: string): string {
  const url = parseWebUrl(text)
  if (url === null)
    throw new UsageError(
      'BASE_URL must be an http or https address without user and password, as https://avatars.example/api.',
    )
  url.hash = ''
  url.search = ''
  if (url.pathname === '/') url.pathname = API_PREFIX
  return url.href.replace(/\/+$/, '')
}

function progressReporter(progress: Progress): (position: number, total: number) => void {
  let firstPosition: number | null = null
  return (position, total) => {
    firstPosition ??= position
    progress.show(position, position - firstPosition, total === 0 ? 1 : Math.min(1, position / total))
  }
}

function resultOf({ counts, cursor }: Mirror): Result {
  const parts = Object.entries(counts).map(([what, count]) => `${what} ${formatCount(count)}`)
  return { json: { ...counts, cursor }, text: `Up to date: ${parts.join(', ')}` }
}
