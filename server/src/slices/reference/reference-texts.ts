import type { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import type { Auth, Tag } from '@avatary/contract/route'
import type { Html } from '../../kernel/html.ts'

interface Titled {
  readonly title: string
  readonly description: string
}

interface Guide {
  readonly title: string
  /** With `code` and **bold**, as `prose` reads them. */
  readonly steps: readonly string[]
}

/** Texts of the reference's own; those of the contract are English in every language. */
export interface ReferenceTexts {
  readonly description: string
  readonly skip: string
  readonly contents: string
  readonly languages: string
  readonly worldMakers: string
  readonly heading: readonly [string, string]
  readonly lead: string
  readonly endpoints: (count: number) => string
  readonly baseAddress: string
  readonly written: (version: string) => string
  readonly chapters: Readonly<
    Record<'start' | 'conventions' | 'limits' | 'counting' | 'shapes' | 'errors' | 'terms', string>
  >
  /** Absent in English, as the contract has those. */
  readonly tags?: Readonly<Record<Tag, Titled>>
  readonly guides: Readonly<Record<'mirror' | 'world' | 'live', Guide>>
  readonly conventions: readonly string[]
  readonly limits: string
  readonly limitFor: string
  readonly aMinute: string
  readonly groups: Readonly<Record<keyof typeof LIMITS_PER_MINUTE, string>>
  readonly errorsText: string
  readonly status: string
  readonly code: string
  readonly sentence: string
  readonly licence: (terms: Html) => Html
  readonly termsPage: string
  readonly proofs: Readonly<Record<Auth | 'key', string>>
  readonly minute: (count: number) => string
  readonly extension: string
  readonly inputs: Readonly<Record<'path' | 'query' | 'headers', string>>
  readonly body: (kibibytes: number) => string
  readonly answer: string
  readonly redirect: string
  readonly noBody: string
  readonly answerEach: (media: string) => string
  readonly exampleAnswer: string
  readonly linkToEndpoint: string
  readonly linkToShape: string
  readonly field: string
  readonly type: string
  readonly default: string
  readonly meaning: string
  readonly required: string
  readonly mayBeAbsent: string
  readonly cutAfter: (characters: number) => string
}
