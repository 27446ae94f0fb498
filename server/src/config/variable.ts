import { integer, type Kind } from './kinds.ts'

export interface Variable<Value> {
  readonly kind: Kind<Value>
  /** Null when there is no default; `defaultText` then says what happens instead. */
  readonly fallback: Value | null
  /** The default as the documentation shows it. */
  readonly defaultText: string
  readonly meaning: string
  readonly example: string
}

type VariableTexts = { meaning: string; example: string }

export function withDefault<Value>(kind: Kind<Value>, fallback: Value, texts: VariableTexts) {
  const text = typeof fallback === 'boolean' ? Number(fallback) : fallback
  return { ...texts, kind, fallback, defaultText: `\`${text}\`` }
}

/** A variable without a fixed default: when it is not set, a feature is off, or its value is generated or derived. */
export function optional<Value>(
  kind: Kind<Value>,
  { defaultText = 'none', ...texts }: VariableTexts & { defaultText?: string },
) {
  return { ...texts, kind, fallback: null, defaultText }
}

type BoundOptions = VariableTexts & {
  max: number
  /** The meaning of 0, in the words of the documentation. */
  meaningOfZero?: string
}

/** A maximum that operators set. 0 always switches it off; in the code it is 0, too. */
export function bound(fallback: number, { max, meaningOfZero = 'no bound', ...texts }: BoundOptions) {
  return withDefault(integer({ min: 0, max }), fallback, {
    ...texts,
    meaning: `${texts.meaning}. 0 = ${meaningOfZero}`,
  })
}
