import { COUNTING_RULES } from '@avatary/contract/counting'
import { ERRORS } from '@avatary/contract/errors'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { TERMS } from '@avatary/contract/terms'
import { type Html, html, prose } from '../../kernel/html.ts'
import type { Shapes } from './shape.ts'

const GROUPS = {
  read: 'Search and everything else that only reads',
  bulk: 'The whole catalog: `/avatars/all`, `/avatars/all.ndjson`',
  submissions: 'Submitted avatars, each item of a batch counted, valid or not',
  reports: 'Reports',
  writes: 'Changes by signed-in users',
  world: 'World endpoints',
  files: 'Pictures, and the files of the web site: these count nowhere else',
  global: 'Everything else together',
} as const satisfies Record<keyof typeof LIMITS_PER_MINUTE, string>

const CONVENTIONS = [
  '**Numbers out of bounds** are moved to the nearer bound, and the answer tells the `limit` it used. Anything else that is not allowed is a 400 that names the parameter and what it takes.',
  '**Unknown parameters** are ignored; of a repeated one the last counts; an empty one counts as absent. `+` and `%20` are both a space.',
  '**Bodies** are JSON, not compressed, of at most 4 KiB where an endpoint names no other size; the connection of one that is refused unread ends with the answer.',
  '**Errors** are `{"error": "a sentence", "code": "for_programs"}`, with a status that fits.',
  '**Ask cheaply:** send the `ETag` of your last answer as `If-None-Match`, and an unchanged one costs no bytes.',
  '**From any page:** everything public may be read by scripts of any origin.',
  '**Times** are ISO 8601 in UTC; **ids** are text; new fields may appear, and none disappears.',
]

const GUIDES = [
  {
    title: 'Mirror the catalog',
    steps: [
      'Take `next` of `/avatars/changes`.',
      'Copy `/avatars/all`, following `nextOffset` until it is null.',
      'Ask `/avatars/changes?since=…` for what follows, again and again.',
    ],
    link: 'allAvatars',
  },
  {
    title: 'Inside a world',
    steps: [
      'Bake one address into the world: `/world/bundle?include=trending,random,tags`.',
      'Every key is always there, no type ever changes.',
      'Check `schema` of `/world/ping` before you trust a payload.',
    ],
    link: 'worldBundle',
  },
  {
    title: 'Follow it live',
    steps: [
      'Open `/avatars/events` as an event source.',
      'Replace your counters by those of each frame.',
      'After a break, `Last-Event-ID` brings what you missed; what you have already comes with the same `seq`.',
    ],
    link: 'avatarEvents',
  },
]

export function guidesChapter(): Html {
  const cards = GUIDES.map(
    ({ title, steps, link }) => html`<section class="card"><h3><a href="#${link}">${title}</a></h3>
<ol>${steps.map(step => html`<li>${prose(step)}</li>`)}</ol></section>
`,
  )
  return html`<section id="start" class="chapter"><h2>Where to begin</h2><div class="cards">${cards}</div></section>
`
}

export function conventionsChapter(): Html {
  return html`<section id="conventions" class="chapter"><h2>How it behaves</h2>
<ul class="rules">${CONVENTIONS.map(rule => html`<li>${prose(rule)}</li>`)}</ul></section>
`
}

export function limitsChapter(): Html {
  const groups = Object.keys(LIMITS_PER_MINUTE) as (keyof typeof LIMITS_PER_MINUTE)[]
  const rows = groups.map(
    group =>
      html`<tr><td data-label="For">${prose(GROUPS[group])}</td><td data-label="A minute" class="number">${LIMITS_PER_MINUTE[group]}</td></tr>`,
  )
  return html`<section id="limits" class="chapter"><h2>Limits</h2>
<p>For each address and minute. Every answer carries ${prose('`RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`')}
(seconds); a 429 also ${prose('`Retry-After`')}. This server may have other values: read the headers instead of writing numbers down.</p>
<table class="fields"><thead><tr><th>For</th><th class="number">A minute</th></tr></thead><tbody>${rows}</tbody></table></section>
`
}

export function countingChapter(): Html {
  return html`<section id="counting" class="chapter"><h2>What counts</h2>
<ul class="rules">${COUNTING_RULES.map(rule => html`<li>${prose(rule)}</li>`)}</ul></section>
`
}

export function shapesChapter(shapes: Shapes): Html {
  const sections = shapes.describeNamed().map(
    ({ id, description, fields }) =>
      html`<section class="shape" id="shape-${id}"><h3>${id} <a class="anchor" href="#shape-${id}" aria-label="Link to this shape">#</a></h3>
<p>${prose(description)}</p>${fields}</section>
`,
  )
  return html`<section id="shapes" class="chapter"><h2>Shapes</h2>${sections}</section>`
}

export function errorsChapter(): Html {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, message }]) =>
      html`<tr id="error-${code}"><td data-label="Status">${status}</td><td data-label="Code"><code>${code}</code></td><td data-label="Sentence">${prose(message)}</td></tr>
`,
  )
  return html`<section id="errors" class="chapter"><h2>Errors</h2>
<p>The sentence often says more than this table: which field it is, and what it takes. Programs go by the code.</p>
<table class="fields"><thead><tr><th>Status</th><th>Code</th><th>Sentence</th></tr></thead><tbody>${rows}</tbody></table></section>
`
}

export function termsChapter(): Html {
  return html`<section id="terms" class="chapter"><h2>Terms</h2>
<ul class="rules">${TERMS.map(rule => html`<li>${rule}</li>`)}</ul>
<p>The software itself is free under the MIT licence. <a href="/terms">The terms as a page</a>.</p></section>
`
}
