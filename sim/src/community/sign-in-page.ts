import type { SimAnswer } from '../server/sim-server.ts'
import type { CommunityPerson } from './people.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#17151f;color:#f4f1fa;display:grid;place-items:center;
min-height:100vh;margin:0}main{background:#241f33;padding:2rem;border-radius:16px;width:min(28rem,90vw);box-sizing:border-box}
h1{font-size:1.25rem;margin:0 0 .25rem}p{color:#b9b1cc;margin:.25rem 0 1rem}a{display:block;padding:.7rem 1rem;
margin:.5rem 0;border-radius:10px;background:#3a3158;color:#fff;text-decoration:none}a:hover,a:focus{background:#4d4175}
a small{display:block;color:#c9c0e0}a.cancel{background:none;border:1px solid #4d4175;text-align:center}`

/** The sign-in page of the demo, which lists the people to sign in as. */
export function signInPage(query: URLSearchParams, people: readonly CommunityPerson[]): SimAnswer {
  const choices = people.map(
    ({ sub, name, username, about = '' }) =>
      `<a href="${escaped(linkTo(query, sub))}">${escaped(name)} <span>@${escaped(username)}</span><small>${escaped(about)}</small></a>`,
  )
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simulated community site</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${STYLE}</style><main><h1>Simulated community site</h1>
<p>Who do you want to be? The application asks for: ${escaped(query.get('scope') ?? '')}</p>
${choices.join('\n')}
<a class="cancel" href="${escaped(linkTo(query, 'nobody'))}">Cancel</a></main></html>`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
}

function linkTo(query: URLSearchParams, person: string): string {
  const link = new URLSearchParams(query)
  link.set('person', person)
  return `?${link}`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)
}
