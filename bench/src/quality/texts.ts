import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataset } from '@avatary/sim/dataset/dataset'
import { deriveAiTags } from '../../../server/src/ai-tags/derive.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')
const DATA = join(import.meta.dirname, '../../../../shared/data')
const REAL_AVATARS = join(DATA, 'avatars.ndjson')
const PLATFORM_AVATARS = join(DATA, 'platform-avatars.json')

/** The texts of an avatar that every engine searches. */
export interface AvatarTexts {
  id: string
  name: string
  author: string
  description: string
  /** Tags by the creator; `aiTags` are derived. */
  tags: string[]
  aiTags: string[]
  views: number
}

interface TextRecord {
  id: string
  name?: string
  authorName?: string
  description?: string
  tags?: string[]
}

/** A synthetic catalog, the same on every machine. */
export function syntheticTexts(size: number): AvatarTexts[] {
  const dataset = createDataset({ size, now: NOW })
  return Array.from({ length: size }, (_, i) => textsOf(dataset.record(i), i))
}

/** Real avatars that have a name, from a folder beside the repository; null where there is none. */
export function realTexts(): AvatarTexts[] | null {
  const files = [REAL_AVATARS, PLATFORM_AVATARS].filter(path => existsSync(path))
  if (files.length === 0) return null
  const records = files.flatMap(path => recordsOf(readFileSync(path, 'utf8')))
  const byId = new Map(records.map(record => [record.id, record]))
  return [...byId.values()].filter(({ name = '' }) => name !== '').map(textsOf)
}

/** The records of a JSON list, or of lines. */
function recordsOf(text: string): TextRecord[] {
  if (text.startsWith('[')) return JSON.parse(text) as TextRecord[]
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as TextRecord)
}

function textsOf(record: TextRecord, index: number): AvatarTexts {
  const { id, name = '', authorName = '', description = '', tags = [] } = record
  const aiTags = deriveAiTags(name, description)
  return { id, name, author: authorName, description, tags, aiTags, views: (index * 7919) % 1000 }
}
