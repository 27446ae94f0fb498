import type { Locale } from '../../kernel/appearance.ts'
import { en, type ReferenceTexts } from './texts.en.ts'
import { ja } from './texts.ja.ts'
import { ko } from './texts.ko.ts'
import { zh } from './texts.zh.ts'

export const TEXTS: Readonly<Record<Locale, ReferenceTexts>> = { en, ja, ko, zh }
