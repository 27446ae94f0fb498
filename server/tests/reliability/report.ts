import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import type { Row } from './campaign.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/reliability.md')

const HEAD = [
  'fault',
  'answers',
  '503',
  'no answer',
  'a client failed for, s',
  'all well after, s',
  'acknowledged writes',
  'lost or doubled',
  'allowed of a limit',
]

/** Formats a Markdown table with one row per fault. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)]
  return lines.map(lineOf).join('\n')
}

export function lineOf(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

export function cellsOf(row: Row): (string | number)[] {
  return [
    row.fault,
    row.answers,
    row.unavailable,
    row.unanswered,
    row.longestFailureSeconds.toFixed(1),
    `${row.wellSeconds.toFixed(1)} (${row.wellLast})`,
    row.acknowledged,
    row.lost.length,
    `${row.allowed} of ${row.limit}`,
  ]
}

/** Lists everything that was lost or wrong; empty when nothing was. */
export function findingsOf(rows: readonly Row[]): string {
  return rows
    .flatMap(({ fault, lost, wrong }) => [...lost, ...wrong].map(one => `${fault}: ${one}`))
    .join('\n')
}

/**
 * Replaces a table in docs/reliability.md, and adds the date and the machine.
 * @param part names the comment that marks the table's place.
 * @param about further text before the table.
 */
export function record(part: 'results' | 'versions', rows: readonly Row[], about = ''): void {
  const date = new Date().toISOString().slice(0, 10)
  const [cpu] = cpus()
  const machine = `${cpu?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`
  const page = readFileSync(PAGE, 'utf8')
  const renewed = page.replace(
    new RegExp(`(<!-- ${part}:.*-->)[\\s\\S]*(<!-- /${part} -->)`),
    (_, begin, end) =>
      `${begin}\n\n${date}, ${machine}, shared with other work${about}:\n\n${tableOf(rows)}\n\n${end}`,
  )
  writeFileSync(PAGE, renewed)
}
