import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveAiTags } from '../../server/src/ai-tags/derive.ts'
import {
  halfOf,
  type JudgedAvatar,
  precision,
  recall,
  type Score,
  scoreOf,
  worstTags,
} from './ai-tags/score.ts'
import { readOptions } from './options.ts'
import { printTable, report } from './report.ts'

/** Minimum precision and recall of the rules (docs/ai-tags.md). */
const BAR = { precision: 0.95, recall: 0.85 }
/** An easy series of similar avatars makes up a quarter of the sample, so the others are also scored separately. */
const EASY_TAG = 'akyo'
const ROUNDS = 20

const ROOT = join(import.meta.dirname, '../..')
const LABELS = join(ROOT, 'bench/labels/ai-tags.json')
const DATA = join(ROOT, '../shared/data/avatars.ndjson')

interface Labels {
  records: { id: string; tags: string[] }[]
}
interface Text {
  name: string
  description: string
}

const options = readOptions({
  /** Lists the errors in the tuning half. */
  errors: false,
})
if (existsSync(DATA)) {
  await measure(readTexts())
} else {
  console.error(`No real avatars to measure on: ${DATA} is absent, and the labels hold ids without texts.`)
  process.exitCode = 1
}

async function measure(texts: ReadonlyMap<string, Text>): Promise<void> {
  const { records }: Labels = JSON.parse(readFileSync(LABELS, 'utf8'))
  const judged = records.flatMap(({ id, tags }): JudgedAvatar[] => {
    const text = texts.get(id)
    return text === undefined
      ? []
      : [{ id, expected: new Set(tags), found: new Set(deriveAiTags(text.name, text.description)) }]
  })
  const tuning = judged.filter(({ id }) => halfOf(id) === 'tuning')
  const heldOut = judged.filter(({ id }) => halfOf(id) === 'held-out')
  const notEasy = (tag: string) => tag !== EASY_TAG

  const text = [
    `${judged.length} of ${records.length} labelled records are in the data.`,
    '',
    printTable(
      ['sample', 'records', 'tags', 'precision', 'recall'],
      [
        sampleRow('all', judged),
        sampleRow('tuning half', tuning),
        sampleRow('held-out half', heldOut),
        sampleRow(`held-out half, without ${EASY_TAG}`, heldOut, notEasy),
        sampleRow(`all, without ${EASY_TAG}`, judged, notEasy),
      ],
    ),
    '',
    printTable(
      ['worst tags', 'right', 'wrong', 'missed'],
      worstTags(judged, 10).map(([tag, { right, wrong, missed }]) => [
        tag,
        `${right}`,
        `${wrong}`,
        `${missed}`,
      ]),
    ),
    '',
    `${recordsPerSecond([...texts.values()]).toLocaleString('en')} records/s on one core.`,
  ].join('\n')
  await report('ai-tags', text, options)
  if (options.errors) printErrors(tuning)
  if (!passes(scoreOf(judged))) {
    console.error(`Below the bar of ${BAR.precision} precision and ${BAR.recall} recall.`)
    process.exitCode = 1
  }
}

function sampleRow(
  name: string,
  records: readonly JudgedAvatar[],
  isCounted?: (tag: string) => boolean,
): string[] {
  const score = scoreOf(records, isCounted)
  const shares = [precision(score), recall(score)].map(share => share.toFixed(3))
  return [name, `${records.length}`, `${score.right + score.missed}`, ...shares]
}

function passes(score: Score): boolean {
  return precision(score) >= BAR.precision && recall(score) >= BAR.recall
}

/** Prints wrong tags with `+` and missed ones with `-`. Never call it with the held-out half. */
function printErrors(records: readonly JudgedAvatar[]): void {
  for (const { id, expected, found } of records) {
    const wrong = [...found.difference(expected)].map(tag => `+${tag}`)
    const missed = [...expected.difference(found)].map(tag => `-${tag}`)
    if (wrong.length + missed.length > 0) console.log(id, ...wrong, ...missed)
  }
}

function readTexts(): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const line of readFileSync(DATA, 'utf8').split('\n')) {
    if (line === '') continue
    const { id, name, description }: { id: string } & Partial<Text> = JSON.parse(line)
    texts.set(id, { name: name ?? '', description: description ?? '' })
  }
  return texts
}

/** Records per second of CPU time, because other programs affect elapsed time. */
function recordsPerSecond(texts: readonly Text[]): number {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++)
    for (const { name, description } of texts) deriveAiTags(name, description)
  const { user, system } = process.cpuUsage(before)
  return Math.round((texts.length * ROUNDS) / ((user + system) / 1e6))
}
