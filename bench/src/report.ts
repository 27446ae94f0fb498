import { appendFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'

const results = resolve(import.meta.dirname, '../RESULTS.md')

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

/** Appends to `bench/RESULTS.md` with the date and the machine. */
export async function record(name: string, text: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`
  await appendFile(results, `\n## ${name}, ${date}\n\n${machine}\n\n${text}\n`)
}
