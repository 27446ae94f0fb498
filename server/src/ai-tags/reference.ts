import type { TagEntry, Theme } from './vocabulary/theme.ts'

/** The tables of a vocabulary, a section a theme, as they stand in `docs/ai-tags.md`. */
export function vocabularyTables(themes: readonly Theme[]): string {
  return themes.map(themeSection).join('\n\n')
}

function themeSection({ title, tags }: Theme): string {
  const rows = Object.entries(tags).map(([tag, entry]) => `| \`${tag}\` | ${cells(entry).join(' | ')} |`)
  return [
    `### ${title} (${rows.length})`,
    '',
    '| tag | English | Japanese | Korean | Chinese | not |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function cells({ en, ja, ko, zh, not }: TagEntry): string[] {
  return [en, ja, ko, zh, not].map(list => (list ?? '').replaceAll('*', '\\*'))
}
