import type { JsonSchema } from '@avatary/contract/json-schema'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { EMPTY_HTML, Html, html, prose } from '../../kernel/html.ts'
import type { ReferenceTexts } from './texts.en.ts'

/** Renders schemas, and collects the named ones that a page links to, in the order of their first use. */
export class Shapes {
  readonly #schemasById = new Map<string, JsonSchema>()
  readonly #texts: ReferenceTexts

  constructor(texts: ReferenceTexts) {
    this.#texts = texts
  }

  /** Renders the fields of all named schemas, including those that only other schemas use. */
  describeNamed(): { id: string; description: string; fields: Html }[] {
    const descriptions: { id: string; description: string; fields: Html }[] = []
    for (const [id, schema] of this.#schemasById)
      descriptions.push({ id, description: schema.description ?? '', fields: this.fields(schema, 'answer') })
    return descriptions
  }

  /** Renders the fields of an object as a table, and anything else as a type. */
  fields(schema: JsonSchema, use: 'input' | 'answer'): Html {
    if (schema.properties === undefined)
      // Without its name, because the name would be a link to this place.
      return html`<p class="type" lang="en">${this.#type({ ...schema, $id: '' })}</p>`
    const texts = this.#texts
    const isInput = use === 'input'
    const fields = Object.entries(schema.properties)
    const hasDefaults = fields.some(([, field]) => defaultOf(field) !== EMPTY_HTML)
    const rows = fields.map(([name, field]) => {
      const isRequired = schema.required?.includes(name) ?? false
      const isMarked = isInput ? isRequired && field.default === undefined : !isRequired
      const mark = html` <em class="mark">${isInput ? texts.required : texts.mayBeAbsent}</em>`
      return this.#row(name, field, isMarked ? mark : EMPTY_HTML, hasDefaults)
    })
    return html`<table class="fields"><thead><tr><th>${texts.field}</th><th>${texts.type}</th>${
      hasDefaults ? html`<th class="default">${texts.default}</th>` : EMPTY_HTML
    }<th>${texts.meaning}</th></tr></thead><tbody>${rows}</tbody></table>`
  }

  #row(name: string, field: JsonSchema, mark: Html, hasDefaults: boolean): Html {
    const texts = this.#texts
    const type = this.#type(field)
    const maxCharacters = field['x-cut']
    return html`<tr><td class="field"><code>${name}</code>${mark}</td>${
      maxCharacters === undefined
        ? html`<td lang="en">${type}</td>`
        : html`<td><span lang="en">${type}</span>, ${texts.cutAfter(maxCharacters)}</td>`
    }${
      hasDefaults
        ? html`<td class="default" data-label="${texts.default}">${defaultOf(field)}</td>`
        : EMPTY_HTML
    }<td lang="en">${prose(field.description ?? '')}</td></tr>`
  }

  #type(schema: JsonSchema): Html {
    const { $id } = schema
    if ($id) {
      getOrInsert(this.#schemasById, $id, () => schema)
      return html`<a href="#shape-${$id}">${$id}</a>`
    }
    if (schema.anyOf)
      return joinHtml(
        schema.anyOf.map(member => this.#type(member)),
        ' or ',
      )
    if (schema.enum)
      return joinHtml(
        schema.enum.map(value => html`<code>${String(value)}</code>`),
        ' ',
      )
    if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`
    if (schema.type === 'array') {
      const { minItems, maxItems } = schema
      return html`list of ${this.#type(schema.items ?? {})}${bounds(minItems, maxItems)}`
    }
    if (schema.type === 'object' && schema.properties) {
      const fields = Object.entries(schema.properties).map(
        ([name, field]) => html`<code>${name}</code> ${this.#type(field)}`,
      )
      return html`object (${joinHtml(fields, ', ')})`
    }
    if (schema.type === 'string') {
      return html`${schema.format ?? 'string'}${bounds(schema.minLength, schema.maxLength)}`
    }
    return html`${schema.type ?? 'anything'}${bounds(schema.minimum, schema.maximum)}`
  }
}

function defaultOf({ default: standard }: JsonSchema): Html {
  return standard === undefined || Array.isArray(standard)
    ? EMPTY_HTML
    : html`<code>${String(standard)}</code>`
}

/** Renders bounds, except a minimum of 0 or 1, and a maximum so large that it only keeps the number exact. */
function bounds(minimum: number | undefined, maximum: number | undefined): Html {
  const shownMaximum = maximum !== undefined && maximum < 1_000_000 ? maximum : undefined
  if (shownMaximum !== undefined && minimum === shownMaximum) return html`, ${shownMaximum} of them`
  if (shownMaximum !== undefined) return html`, ${minimum ?? 0}–${shownMaximum}`
  return minimum === undefined || minimum <= 1 ? EMPTY_HTML : html`, from ${minimum}`
}

function joinHtml(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ text }) => text).join(separator))
}
