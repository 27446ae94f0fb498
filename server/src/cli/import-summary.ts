import { formatCount } from '../kernel/text/format-count.ts'
import { type ImportCounts, SKIP_REASONS, type Skip, type SkipReason } from '../slices/interop/index.ts'
import type { Result } from './context.ts'
import { formatDuration, quantity } from './terminal.ts'

export interface ImportSummary {
  source: string
  isComplete: boolean
  canResume: boolean
  /** Totals over all runs of an import that was interrupted and resumed. */
  counts: ImportCounts
  recordCountOfRun: number
  elapsedMs: number
  resumedAtLine: number | null
  firstSkips: readonly Skip[]
  reportPath: string | null
}

export function importSummary(summary: ImportSummary): Result {
  return { json: toJson(summary), text: toLines(summary).join('\n') }
}

function paceOf({ recordCountOfRun, elapsedMs }: ImportSummary): number {
  return Math.round((recordCountOfRun * 1000) / Math.max(elapsedMs, 1))
}

function toJson(summary: ImportSummary): object {
  const { added, updated, unchanged, skipped, skippedBy } = summary.counts
  return {
    source: summary.source,
    complete: summary.isComplete,
    added,
    updated,
    unchanged,
    skipped,
    skippedBy,
    records: summary.recordCountOfRun,
    seconds: Math.round(summary.elapsedMs) / 1000,
    recordsPerSecond: paceOf(summary),
    resumedAtLine: summary.resumedAtLine,
    firstSkips: summary.firstSkips,
    report: summary.reportPath,
  }
}

function toLines(summary: ImportSummary): string[] {
  const { counts, isComplete, canResume, source, recordCountOfRun, elapsedMs } = summary
  const pace = `${quantity(recordCountOfRun, 'record')} in ${formatDuration(elapsedMs)}, ${formatCount(paceOf(summary))}/s`
  const lines = [`${isComplete ? 'Imported' : 'Stopped importing'} ${source}: ${pace}`]
  for (const outcome of ['added', 'updated', 'unchanged', 'skipped'] as const)
    lines.push(`  ${outcome.padEnd(10)}${formatCount(counts[outcome]).padStart(12)}`)
  for (const [reason, count] of Object.entries(counts.skippedBy))
    lines.push(`  ${formatCount(count).padStart(22)}  ${reason}: ${SKIP_REASONS[reason as SkipReason]}`)
  lines.push(...skipLines(summary))
  if (!isComplete && canResume) lines.push('Run the same command again to continue.')
  return lines
}

function skipLines({ counts, firstSkips, reportPath }: ImportSummary): string[] {
  if (counts.skipped === 0) return []
  const lines = firstSkips.map(
    ({ line, reason, id }) => `  line ${line} ${SKIP_REASONS[reason]}${id ? ` (${id})` : ''}`,
  )
  if (firstSkips.length === counts.skipped) return ['Skipped:', ...lines]
  return [`Skipped, the first ${firstSkips.length} (all: ${reportPath ?? 'with --report FILE'}):`, ...lines]
}
