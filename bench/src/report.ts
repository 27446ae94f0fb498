import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'

const RESULTS = resolve(import.meta.dirname, '../RESULTS.md')
const HISTORY = resolve(import.meta.dirname, '../HISTORY.md')

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** A Markdown table whose columns are aligned for terminals too. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** A sentence that tells how busy the machine is now. */
export function machineLoad(): string {
  return `Load of the machine at the end, ours included: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores.`
}

/** Writes a section with the date and the machine to `bench/RESULTS.md`, and moves the one that it replaces to `bench/HISTORY.md`. */
export async function record(name: string, text: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`
  const { results, replaced } = withSection(
    await readFile(RESULTS, 'utf8'),
    name,
    `${date}\n\n${machine}\n\n${text}`,
  )
  // The older section first: a stop between the two writes repeats it rather than losing it.
  if (replaced !== null) await appendFile(HISTORY, `\n${replaced}`)
  await writeFile(RESULTS, results)
}

/** Puts the section of a bench in the place of its older one, which is returned too, or at the end. */
export function withSection(
  results: string,
  name: string,
  text: string,
): { results: string; replaced: string | null } {
  const sections = results.split(/^(?=## )/m).map(section => section.trimEnd())
  // The date follows the name, which may begin the name of another bench.
  const found = sections.findIndex(section => section.startsWith(`## ${name}, 2`))
  const at = found === -1 ? sections.length : found
  const [replaced] = sections.splice(at, 1, `## ${name}, ${text}`)
  return { results: `${sections.join('\n\n')}\n`, replaced: replaced === undefined ? null : `${replaced}\n` }
}
