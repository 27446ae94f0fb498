import type { SimAnswer } from './sim-server.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#17151f;color:#f4f1fa;display:grid;place-items:center;
min-height:100vh;margin:0}main{background:#241f33;padding:2rem;border-radius:16px;width:min(28rem,90vw);box-sizing:border-box}
h1{font-size:1.25rem;margin:0 0 .25rem}p{color:#b9b1cc;margin:.25rem 0 1rem}a{display:block;padding:.7rem 1rem;
margin:.5rem 0;border-radius:10px;background:#3a3158;color:#fff;text-decoration:none}a:hover,a:focus{background:#4d4175}
a small{display:block;color:#c9c0e0}a.cancel{background:none;border:1px solid #4d4175;text-align:center}`

interface Choice {
  readonly value: string
  readonly text: string
  /** Shown below the text. */
  readonly note?: string | undefined
}

interface ChoicePage {
  readonly title: string
  readonly question: string
  /** Name of the parameter that a link sets to the value of its choice, or to `nobody`, which cancels. */
  readonly parameter: string
  readonly choices: readonly Choice[]
}

/** The page of a simulated OAuth provider that asks who signs in; its links repeat the request with the choice. */
export function choicePage(
  query: URLSearchParams,
  { title, question, parameter, choices }: ChoicePage,
): SimAnswer {
  const linkTo = (value: string) => escapeHtml(`?${new URLSearchParams([...query, [parameter, value]])}`)
  const links = choices.map(
    ({ value, text, note = '' }) =>
      `<a href="${linkTo(value)}">${escapeHtml(text)}<small>${escapeHtml(note)}</small></a>`,
  )
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${STYLE}</style><main><h1>${title}</h1>
<p>${question} ${escapeHtml(query.get('scope') ?? '')}</p>
${links.join('\n')}
<a class="cancel" href="${linkTo('nobody')}">Cancel</a></main></html>`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)
}
