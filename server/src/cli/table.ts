/** Characters that move the cursor or change colours or text direction. The texts come from other people. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu
/** Characters that are two columns wide in a terminal. */
const WIDE_CHARACTER =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu

export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, ...rows].map(row => row.map(cell => cell.replace(INVISIBLE_CHARACTERS, ' ').trim()))
  const widths = titles.map((_, column) => Math.max(...lines.map(line => widthOf(line[column]!))))
  const paddedLines = lines.map(line => line.map((cell, column) => pad(cell, widths[column]!)).join('  '))
  return paddedLines.map(line => `${line.trimEnd()}\n`).join('')
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell))
}

function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE_CHARACTER)?.length ?? 0)
}

/** Formats a table without the last line end, or a sentence when there are no rows. */
export function tableText(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? 'There are none.' : formatTable(titles, rows).trimEnd()
}
