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
const LABELS_FILE = join(ROOT, 'bench/labels/ai-tags.json')
const DATA_FILE = join(ROOT, '../shared/data/avatars.ndjson')

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
if (existsSync(DATA_FILE)) {
  await measure(readTexts())
} else {
  console.error(`No real avatars to measure: ${DATA_FILE} is absent, and the labels hold ids without texts.`)
  process.exitCode = 1
}

async function measure(texts: ReadonlyMap<string, Text>): Promise<void> {
  const { records }: Labels = JSON.parse(readFileSync(LABELS_FILE, 'utf8'))
  const judgedAvatars = records.flatMap(({ id, tags }): JudgedAvatar[] => {
    const text = texts.get(id)
    return text === undefined
      ? []
      : [{ id, expectedTags: new Set(tags), foundTags: new Set(deriveAiTags(text.name, text.description)) }]
  })
  const tuningAvatars = judgedAvatars.filter(({ id }) => halfOf(id) === 'tuning')
  const heldOutAvatars = judgedAvatars.filter(({ id }) => halfOf(id) === 'held-out')
  const isNotEasy = (tag: string) => tag !== EASY_TAG

  const text = [
    `${judgedAvatars.length} of ${records.length} labelled records are in the data.`,
    '',
    printTable(
      ['sample', 'records', 'tags', 'precision', 'recall'],
      [
        sampleRow('all', judgedAvatars),
        sampleRow('tuning half', tuningAvatars),
        sampleRow('held-out half', heldOutAvatars),
        sampleRow(`held-out half, without ${EASY_TAG}`, heldOutAvatars, isNotEasy),
        sampleRow(`all, without ${EASY_TAG}`, judgedAvatars, isNotEasy),
      ],
    ),
    '',
    printTable(
      ['worst tags', 'right', 'wrong', 'missed'],
      worstTags(judgedAvatars, 10).map(([tag, { right, wrong, missed }]) => [
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
  if (options.errors) printErrors(tuningAvatars)
  if (!meetsBar(scoreOf(judgedAvatars))) {
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

function meetsBar(score: Score): boolean {
  return precision(score) >= BAR.precision && recall(score) >= BAR.recall
}

/** Prints wrong tags with `+` and missed ones with `-`. Never call it with the held-out half. */
function printErrors(records: readonly JudgedAvatar[]): void {
  for (const { id, expectedTags, foundTags } of records) {
    const wrong = [...foundTags.difference(expectedTags)].map(tag => `+${tag}`)
    const missed = [...expectedTags.difference(foundTags)].map(tag => `-${tag}`)
    if (wrong.length + missed.length > 0) console.log(id, ...wrong, ...missed)
  }
}

function readTexts(): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const line of readFileSync(DATA_FILE, 'utf8').split('\n')) {
    if (line === '') continue
    const { id, name, description }: { id: string } & Partial<Text> = JSON.parse(line)
    texts.set(id, { name: name ?? '', description: description ?? '' })
  }
  return texts
}

/** Records per second of CPU time, because other programs affect elapsed time. */
function recordsPerSecond(texts: readonly Text[]): number {
  const usageBefore = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++)
    for (const { name, description } of texts) deriveAiTags(name, description)
  const { user, system } = process.cpuUsage(usageBefore)
  return Math.round((texts.length * ROUNDS) / ((user + system) / 1e6))
}
