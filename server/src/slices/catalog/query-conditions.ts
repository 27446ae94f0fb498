import type { Platform } from '@avatary/contract/avatar'
import type { Condition } from '../../avatars/index.ts'
import { isUnspaced, tokensOfRun, wordRuns } from '../../kernel/text/tokenize.ts'
import { indexWordsOf, otherForms, wordsOfRun } from './other-forms.ts'
import type { QueryItem } from './query-items.ts'

export interface ConditionContext {
  /** The item whose last word matches as a prefix, because it may be incomplete. */
  readonly prefixItem: QueryItem | null
  /** The platform whose ratings are compared; null for any. */
  readonly platform: Platform | null
}

/** The item with the last word of a text; null when a parenthesis or quote has closed it. */
export function prefixItemOf(items: readonly QueryItem[]): QueryItem | null {
  const lastItem = items.findLast(item => !item.isExcluded && item.kind !== 'qualifier' && !isBlank(item))
  if (lastItem?.kind === 'any') return prefixItemOf(lastItem.items.slice(-1))
  return lastItem?.kind === 'text' && !lastItem.isQuoted ? lastItem : null
}

function isBlank(item: QueryItem): boolean {
  return item.kind === 'text' && wordRuns(item.text).length === 0
}

/** The platform whose ratings are compared: the only one among the items, or else that of the text around them. */
export function platformBeside(items: readonly QueryItem[], outerPlatform: Platform | null): Platform | null {
  const platforms = new Set<Platform>()
  for (const item of items)
    if (item.kind === 'qualifier' && !item.isExcluded && item.condition.kind === 'platform')
      platforms.add(item.condition.platform)
  return platforms.size === 1 ? [...platforms][0]! : outerPlatform
}

/** The condition for an item; null when it contains nothing that can be searched. */
export function conditionOf(item: QueryItem, context: ConditionContext): Condition | null {
  const condition = positiveConditionOf(item, context)
  if (condition === null || !item.isExcluded) return condition
  return { kind: 'not', of: condition }
}

/** The condition before `conditionOf` negates it. */
function positiveConditionOf(item: QueryItem, context: ConditionContext): Condition | null {
  switch (item.kind) {
    case 'text': {
      const isLiteral = item.isExcluded || item.isQuoted
      const hasPrefix = item === context.prefixItem
      return combine('all', isLiteral ? literalConditions(item.text) : wordConditions(item.text, hasPrefix))
    }
    case 'qualifier':
      return item.condition.kind === 'performance'
        ? { ...item.condition, platform: context.platform }
        : item.condition
    case 'group': {
      const innerContext = { ...context, platform: platformBeside(item.items, context.platform) }
      return combine('all', conditionsOf(item.items, innerContext))
    }
    case 'any':
      return combine('any', conditionsOf(item.items, context))
  }
}

function conditionsOf(items: readonly QueryItem[], context: ConditionContext): Condition[] {
  return items.map(item => conditionOf(item, context)).filter(condition => condition !== null)
}

function combine(kind: 'all' | 'any', conditions: readonly Condition[]): Condition | null {
  return conditions.length > 1 ? { kind, of: conditions } : (conditions[0] ?? null)
}

function literalConditions(text: string): Condition[] {
  const word = singleWord(text)
  if (word !== null) return [{ kind: 'word', word }]
  const tokens = wordRuns(text).flatMap(tokensOfRun)
  return tokens.length === 0 ? [] : [{ kind: 'phrase', tokens }]
}

/** Conditions for words with their other forms; only neighbours inside the text are considered. */
function wordConditions(text: string, hasPrefix: boolean): Condition[] {
  const runs = wordRuns(text)
  const forms = otherForms(runs, hasPrefix)
  return runs.flatMap((run, i) =>
    wordsOfRun(run).map((word): Condition => {
      const isPrefix = hasPrefix && i === runs.length - 1 && !isUnspaced(run)
      const ownCondition: Condition = isPrefix ? { kind: 'prefix', prefix: word } : { kind: 'word', word }
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
