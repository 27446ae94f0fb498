import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataset } from '@avatary/sim/dataset/dataset'
import { deriveAiTags } from '../../../server/src/ai-tags/derive.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')
const REAL = join(import.meta.dirname, '../../../../shared/data/avatars.ndjson')

/** The texts of an avatar that every engine searches. */
export interface AvatarTexts {
  id: string
  name: string
  author: string
  description: string
  /** Tags of the creator; `aiTags` are derived. */
  tags: string[]
  aiTags: string[]
  views: number
}

type TextRecord = Record<'id' | 'name' | 'authorName' | 'description', string> & { tags: string[] }

/** A synthetic catalog, the same on every machine. */
export function syntheticTexts(size: number): AvatarTexts[] {
  const dataset = createDataset({ n: size, now: NOW })
  return Array.from({ length: size }, (_, i) => textsOf(dataset.record(i), i))
}

/** The real avatars beside the repository; null where there are none. */
export function realTexts(): AvatarTexts[] | null {
  if (!existsSync(REAL)) return null
  const lines = readFileSync(REAL, 'utf8').trim().split('\n')
  return lines.map((line, i) => textsOf(JSON.parse(line) as TextRecord, i))
}

function textsOf(record: TextRecord, index: number): AvatarTexts {
  const { id, name, authorName = '', description = '', tags = [] } = record
  const aiTags = deriveAiTags({ name, description })
  return { id, name, author: authorName, description, tags, aiTags, views: (index * 7919) % 1000 }
}
