import type { SqlAccess } from '../kernel/database.ts'
import { mapInTurns } from '../kernel/map-in-turns.ts'
import type { ChangeLog } from './changes.sql.ts'
import { texts } from './field-kinds.ts'
import type { AiTagging } from './row.ts'
import type { CatalogTables } from './tables.sql.ts'

/** Derives the tags again of up to `limit` avatars whose tags are of an older vocabulary, in one transaction. */
export async function rederiveAiTags(
  { sql, log, tagging }: { sql: SqlAccess<CatalogTables>; log: ChangeLog; tagging: AiTagging },
  limit: number,
  nowMs: number,
): Promise<{ examined: number; changed: number }> {
  const { deriveAiTags, aiTagsVersion } = tagging
  return await sql.transact(async tx => {
    const rows = await tx
      .selectFrom('avatars')
      .select(['key', 'name', 'description', 'ai_tags'])
      .where('ai_tags_version', '<', aiTagsVersion)
      .limit(limit)
      .forNoKeyUpdate()
      .execute()
    const derivedRows = await mapInTurns(rows, ({ key, name, description, ai_tags }) => ({
      key,
      ai_tags,
      derivedTags: texts.toColumn(deriveAiTags(name, description)),
    }))
    const changedRows = derivedRows.filter(({ ai_tags, derivedTags }) => derivedTags !== ai_tags)
    for (const { key, derivedTags } of changedRows)
      await tx.updateTable('avatars').set({ ai_tags: derivedTags }).where('key', '=', key).execute()
    const keys = rows.map(({ key }) => key)
    await tx
      .updateTable('avatars')
      .set({ ai_tags_version: aiTagsVersion })
      .where(eb => sql.dialect.isIn(eb.ref('key'), keys))
      .execute()
    const changes = changedRows.map(
      ({ key }) => ({ kind: 'updated', avatar_key: key, at_ms: nowMs }) as const,
    )
    await log.append(tx, changes)
    return { examined: rows.length, changed: changes.length }
  })
}
