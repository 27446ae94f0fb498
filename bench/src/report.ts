import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'

const RESULTS_FILE = resolve(import.meta.dirname, '../RESULTS.md')
const HISTORY_FILE = resolve(import.meta.dirname, '../HISTORY.md')

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** @param share 0.99 for the 99th percentile, 1 for the maximum. */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Formats a Markdown table whose columns are also aligned in terminals. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** A sentence that says how busy the machine is now. */
export function machineLoad(): string {
  return `Load of the machine at the end, ours included: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores.`
}

export function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

export function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'NOT met'
}

/** Prints a result; with `--record` it becomes the section with this name. */
export async function report(name: string, text: string, options: { record: boolean }): Promise<void> {
  console.log(text)
  if (options.record) await record(name, text)
}

/**
 * Writes a section with the date and the machine to `bench/RESULTS.md`, and moves the section that it replaces to
 * `bench/HISTORY.md`.
 */
async function record(name: string, text: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`
  const { results, oldSection } = withSection(
    await readFile(RESULTS_FILE, 'utf8'),
    name,
    `${date}\n\n${machine}\n\n${text}`,
  )
  // The old section is written first, so that a crash between the two writes duplicates it instead of losing it.
  if (oldSection !== null) await appendFile(HISTORY_FILE, `\n${oldSection}`)
  await writeFile(RESULTS_FILE, results)
}

/** Replaces a bench's section, or appends it; returns the replaced one, too. */
export function withSection(
  results: string,
  name: string,
  text: string,
): { results: string; oldSection: string | null } {
  const sections = results.split(/^(?=## )/m).map(section => section.trimEnd())
  // The date must follow the name, because the name may be a prefix of another bench's.
  const place = sections.findIndex(section => section.startsWith(`## ${name}, 2`))
  const at = place === -1 ? sections.length : place
  const [section] = sections.splice(at, 1, `## ${name}, ${text}`)
  return { results: `${sections.join('\n\n')}\n`, oldSection: section === undefined ? null : `${section}\n` }
}
