import { readOptions } from './options.ts'
import { hasPostgres } from './postgres.ts'
import { AvataryEngine } from './quality/avatary-engine.ts'
import type { Engine } from './quality/engine.ts'
import { Fts5Engine } from './quality/fts5-engine.ts'
import { MiniSearchEngine } from './quality/minisearch-engine.ts'
import { PostgresEngine } from './quality/postgres-engine.ts'
import { type Question, questionsOn } from './quality/questions.ts'
import { type AvatarTexts, realTexts, syntheticTexts } from './quality/texts.ts'
import { printTable, report } from './report.ts'

const options = readOptions({
  size: 20_000,
  /** Lists the questions for which our first ten results contain nothing right. */
  misses: false,
})

interface Score {
  questionCount: number
  firstHits: number
  tenHits: number
  reciprocalSum: number
}

const ALL = 'all'

await measure(`synthetic, ${options.size} avatars`, syntheticTexts(options.size))
const realAvatars = realTexts()
if (realAvatars === null) console.log('Skipped: there are no real avatars beside the repository.')
else await measure(`real, ${realAvatars.length} avatars`, realAvatars)

async function measure(title: string, avatars: readonly AvatarTexts[]): Promise<void> {
  const questions = questionsOn(avatars).filter(({ isMeant }) => avatars.some(isMeant))
  const rows: string[][] = []
  for (const open of enginesFor()) {
    await using engine = await open()
    await engine.add(avatars)
    rows.push(...rowsOf(engine.title, await scoresOf(engine, avatars, questions)))
  }
  const table = printTable(['kind', 'engine', 'questions', 'hit@1', 'hit@10', 'MRR'], rows.sort(byKind))
  console.log(`\n${title}\n`)
  await report(`quality, ${title}`, table, options)
}

function enginesFor(): (() => Engine | Promise<Engine>)[] {
  return [
    () => new AvataryEngine(),
    () => new Fts5Engine('unicode61'),
    () => new Fts5Engine('trigram'),
    () => new MiniSearchEngine(),
    ...(hasPostgres ? [() => PostgresEngine.create()] : []),
  ]
}

async function scoresOf(
  engine: Engine,
  avatars: readonly AvatarTexts[],
  questions: readonly Question[],
): Promise<Map<string, Score>> {
  const byId = new Map(avatars.map(avatar => [avatar.id, avatar]))
  const scores = new Map<string, Score>()
  for (const { kind, q, isMeant } of questions) {
    const index = (await engine.best(q)).findIndex(id => isMeant(byId.get(id)!))
    if (index === -1 && options.misses && engine instanceof AvataryEngine) console.error(`${kind}: ${q}`)
    for (const group of [kind, ALL]) {
      const score = scores.get(group) ?? { questionCount: 0, firstHits: 0, tenHits: 0, reciprocalSum: 0 }
      score.questionCount++
      score.firstHits += Number(index === 0)
      score.tenHits += Number(index !== -1)
      score.reciprocalSum += index === -1 ? 0 : 1 / (index + 1)
      scores.set(group, score)
    }
  }
  return scores
}

function rowsOf(title: string, scores: ReadonlyMap<string, Score>): string[][] {
  return Array.from(scores, ([kind, { questionCount, firstHits, tenHits, reciprocalSum }]) => [
    kind,
    title,
    String(questionCount),
    ...[firstHits, tenHits, reciprocalSum].map(sum => (sum / questionCount).toFixed(3)),
  ])
}

/** Sorts rows by kind, with the totals last; engines keep their order. */
function byKind(a: string[], b: string[]): number {
  return Number(a[0] === ALL) - Number(b[0] === ALL) || a[0]!.localeCompare(b[0]!, 'en')
}
