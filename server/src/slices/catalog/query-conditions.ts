import type { Platform } from '@avatary/contract/avatar'
import type { Condition } from '../../avatars/index.ts'
import { isUnspaced, runTokens, wordRuns } from '../../kernel/text/tokenize.ts'
import { indexWordsOf, otherForms, wordsOfRun } from './other-forms.ts'
import type { QueryItem } from './query-items.ts'

export interface ConditionContext {
  /** The item whose last word matches as a prefix. */
  readonly open: QueryItem | null
  /** The platform whose ratings are compared; null for any. */
  readonly platform: Platform | null
}

/** The item with the last word of a text, which may be incomplete unless a parenthesis or quote has closed it. */
export function openWord(items: readonly QueryItem[]): QueryItem | null {
  const last = items.findLast(item => !item.isExcluded && item.kind !== 'qualifier' && !isBlank(item))
  if (last?.kind === 'any') return openWord(last.items.slice(-1))
  return last?.kind === 'text' && !last.isQuoted ? last : null
}

function isBlank(item: QueryItem): boolean {
  return item.kind === 'text' && wordRuns(item.text).length === 0
}

/** The platform that a rating applies to: the only one named next to it, or else around it. */
export function platformBeside(items: readonly QueryItem[], around: Platform | null): Platform | null {
  const platforms = new Set<Platform>()
  for (const item of items)
    if (item.kind === 'qualifier' && !item.isExcluded && item.condition.kind === 'platform')
      platforms.add(item.condition.platform)
  return platforms.size === 1 ? [...platforms][0]! : around
}

/** The condition for an item; null when it contains nothing that can be searched. */
export function conditionOf(item: QueryItem, context: ConditionContext): Condition | null {
  const condition = positiveOf(item, context)
  if (condition === null || !item.isExcluded) return condition
  return { kind: 'not', of: condition }
}

function positiveOf(item: QueryItem, context: ConditionContext): Condition | null {
  switch (item.kind) {
    case 'text':
      return grouped('all', item.isExcluded ? literal(item.text) : wordsOf(item, context))
    case 'qualifier':
      return item.condition.kind === 'performance'
        ? { ...item.condition, platform: context.platform }
        : item.condition
    case 'group': {
      const inner = { ...context, platform: platformBeside(item.items, context.platform) }
      return grouped('all', conditionsOf(item.items, inner))
    }
    case 'any':
      return grouped('any', conditionsOf(item.items, context))
  }
}

function conditionsOf(items: readonly QueryItem[], context: ConditionContext): Condition[] {
  return items.map(item => conditionOf(item, context)).filter(condition => condition !== null)
}

function grouped(kind: 'all' | 'any', conditions: readonly Condition[]): Condition | null {
  return conditions.length > 1 ? { kind, of: conditions } : (conditions[0] ?? null)
}

function literal(text: string): Condition[] {
  const word = singleWord(text)
  if (word !== null) return [{ kind: 'word', word }]
  const tokens = wordRuns(text).flatMap(runTokens)
  return tokens.length === 0 ? [] : [{ kind: 'phrase', tokens }]
}

/** Conditions for words with their other forms; neighbours are only looked for inside the item. */
function wordsOf(item: Extract<QueryItem, { kind: 'text' }>, { open }: ConditionContext): Condition[] {
  if (item.isQuoted) return literal(item.text)
  const runs = wordRuns(item.text)
  const forms = otherForms(runs, item === open)
  return runs.flatMap((run, i) =>
    wordsOfRun(run).map((word): Condition => {
      const isOpen = item === open && i === runs.length - 1 && !isUnspaced(run)
      const ownCondition: Condition = isOpen ? { kind: 'prefix', prefix: word } : { kind: 'word', word }
      const others = forms.get(word)
      return others === undefined ? ownCondition : { kind: 'any', of: [ownCondition, ...others] }
    }),
  )
}

/** The index word, if the text consists of a single one; null for phrases and empty texts. */
export function singleWord(text: string): string | null {
  const runs = wordRuns(text)
  const words = runs.length === 1 ? indexWordsOf(runs[0]!) : []
  return words.length === 1 ? words[0]! : null
}
