/** A list of simple values is written on one line up to this length. */
const LINE_LENGTH = 64

/** Formats JSON with indentation; short lists of plain values stay on one line. */
export function exampleJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    if (isShort(value)) return `[${value.map(item => JSON.stringify(item)).join(', ')}]`
    return block(
      '[]',
      value.map(item => exampleJson(item, inner)),
      indent,
    )
  }
  const lines = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}: ${exampleJson(field, inner)}`,
  )
  return lines.length === 0 ? '{}' : block('{}', lines, indent)
}

function isShort(values: readonly unknown[]): boolean {
  const isPlain = values.every(value => typeof value !== 'object' || value === null)
  return isPlain && JSON.stringify(values).length <= LINE_LENGTH
}

function block(brackets: string, lines: readonly string[], indent: string): string {
  const inner = `${indent}  `
  return `${brackets[0]}\n${lines.map(line => inner + line).join(',\n')}\n${indent}${brackets[1]}`
}
