import { COUNTING_RULES } from '@avatary/contract/counting'
import { ERRORS } from '@avatary/contract/errors'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { keysOf } from '@avatary/contract/records'
import { TERMS_PATH } from '../../kernel/addresses.ts'
import type { Locale } from '../../kernel/appearance.ts'
import { type Html, html, prose } from '../../kernel/html.ts'
import { pageUrl } from './frame.ts'
import type { Shapes } from './shape.ts'
import { TERMS_TEXTS } from './terms-page.ts'
import type { ReferenceTexts } from './texts.en.ts'

/** The endpoints to which the guides link, with their tags. */
const GUIDES = {
  mirror: ['catalog', 'allAvatars'],
  world: ['world', 'worldBundle'],
  live: ['catalog', 'avatarEvents'],
} as const

export function guidesChapter({ chapters, guides }: ReferenceTexts, locale: Locale): Html {
  const cards = keysOf(GUIDES).map(name => {
    const [tag, endpoint] = GUIDES[name]
    const { title, steps } = guides[name]
    return html`<section class="card"><h3><a href="${pageUrl(tag, locale)}#${endpoint}">${title}</a></h3>
<ol>${steps.map(step => html`<li>${prose(step)}</li>`)}</ol></section>
`
  })
  return html`<section id="start" class="chapter"><h2>${chapters.start}</h2><div class="cards">${cards}</div></section>
`
}

export function conventionsChapter({ chapters, conventions }: ReferenceTexts): Html {
  return html`<section id="conventions" class="chapter"><h2>${chapters.conventions}</h2>
<ul class="rules">${conventions.map(rule => html`<li>${prose(rule)}</li>`)}</ul></section>
`
}

export function limitsChapter(texts: ReferenceTexts): Html {
  const rows = keysOf(LIMITS_PER_MINUTE).map(
    group =>
      html`<tr><td>${prose(texts.groups[group])}</td><td data-label="${texts.aMinute}" class="number">${LIMITS_PER_MINUTE[group]}</td></tr>`,
  )
  return html`<section id="limits" class="chapter"><h2>${texts.chapters.limits}</h2>
<p>${prose(texts.limits)}</p>
<table class="fields"><thead><tr><th>${texts.limitFor}</th><th class="number">${texts.aMinute}</th></tr></thead><tbody>${rows}</tbody></table></section>
`
}

export function countingChapter({ chapters }: ReferenceTexts): Html {
  return html`<section id="counting" class="chapter"><h2>${chapters.counting}</h2>
<ul class="rules" lang="en">${COUNTING_RULES.map(rule => html`<li>${prose(rule)}</li>`)}</ul></section>
`
}

export function shapesChapter(shapes: Shapes, { chapters, linkToShape }: ReferenceTexts): Html {
  const sections = shapes.describeNamed().map(
    ({ id, description, fields }) =>
      html`<section class="shape" id="shape-${id}"><h3><span lang="en">${id}</span> <a class="anchor" href="#shape-${id}" aria-label="${linkToShape}">#</a></h3>
<p lang="en">${prose(description)}</p>${fields}</section>
`,
  )
  return html`<section id="shapes" class="chapter"><h2>${chapters.shapes}</h2>${sections}</section>`
}

export function errorsChapter({ chapters, errorsText, status, code, sentence }: ReferenceTexts): Html {
  const rows = Object.entries(ERRORS).map(
    ([name, { status: number, message }]) =>
      html`<tr id="error-${name}"><td>${number}</td><td><code>${name}</code></td><td lang="en">${prose(message)}</td></tr>
`,
  )
  return html`<section id="errors" class="chapter"><h2>${chapters.errors}</h2>
<p>${errorsText}</p>
<table class="fields"><thead><tr><th>${status}</th><th>${code}</th><th>${sentence}</th></tr></thead><tbody>${rows}</tbody></table></section>
`
}

export function termsChapter({ chapters }: ReferenceTexts, locale: Locale): Html {
  const { title, terms, licence } = TERMS_TEXTS[locale]
  return html`<section id="terms" class="chapter"><h2>${chapters.terms}</h2>
<ul class="rules">${terms.map(rule => html`<li>${rule}</li>`)}</ul>
<p>${licence(html`<a href="${TERMS_PATH}">${title}</a>`)}</p></section>
`
}
