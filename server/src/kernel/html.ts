/** Markup that is safe to insert into a page unescaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds markup: every interpolated part is escaped unless it is `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!
  for (const [i, part] of parts.entries()) text += textOf(part) + strings[i + 1]!
  return new Html(text)
}

export const EMPTY_HTML = new Html('')

/** Renders what people wrote, so that its writing direction does not change that of the text around it. */
export function isolateDirection(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

/** Renders text with `code` in backticks and **bold** in asterisks. */
export function prose(text: string): Html {
  return new Html(
    escapeText(text)
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>'),
  )
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  return escapeText(String(part))
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ENTITIES[character]!)
}
