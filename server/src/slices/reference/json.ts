import { Html, html } from '../../kernel/html.ts'

const LINE = 64

/** Writes JSON indented and coloured; short lists of plain values stay on one line. */
export function coloured(value: unknown, indent = ''): Html {
  if (Array.isArray(value)) return list(value, indent)
  if (typeof value === 'object' && value !== null) return object(value, indent)
  const kind = typeof value === 'string' ? 's' : 'n'
  return html`<i class="${kind}">${JSON.stringify(value)}</i>`
}

function list(values: readonly unknown[], indent: string): Html {
  const inner = `${indent}  `
  const isPlain = values.every(value => typeof value !== 'object' || value === null)
  if (isPlain && JSON.stringify(values).length <= LINE) {
    return html`[${joined(
      values.map(value => coloured(value)),
      ', ',
    )}]`
  }
  const items = values.map(value => html`${inner}${coloured(value, inner)}`)
  return html`[\n${joined(items, ',\n')}\n${indent}]`
}

function object(value: object, indent: string): Html {
  const entries = Object.entries(value)
  if (entries.length === 0) return html`{}`
  const inner = `${indent}  `
  const lines = entries.map(
    ([key, field]) => html`${inner}<i class="k">${JSON.stringify(key)}</i>: ${coloured(field, inner)}`,
  )
  return html`{\n${joined(lines, ',\n')}\n${indent}}`
}

export function joined(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ text }) => text).join(separator))
}
