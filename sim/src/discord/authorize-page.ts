import type { SimAnswer } from '../server/sim-server.ts'
import type { SimUser } from './guilds.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#1e1f22;color:#f2f3f5;display:grid;place-items:center;
min-height:100vh;margin:0}main{background:#313338;padding:2rem;border-radius:12px;width:min(26rem,90vw);box-sizing:border-box}
h1{font-size:1.2rem;margin:0 0 .25rem}p{color:#b5bac1;margin:.25rem 0 1rem}a{display:block;padding:.7rem 1rem;
margin:.5rem 0;border-radius:8px;background:#5865f2;color:#fff;text-decoration:none}a.cancel{background:#4e5058}`

/** The consent page of the simulated Discord, which lists the users to continue as. */
export function authorizePage(query: URLSearchParams, users: readonly SimUser[]): SimAnswer {
  const choices = users.map(
    ({ id, username, global_name }) =>
      `<a href="${escaped(linkTo(query, id))}">Continue as ${escaped(global_name ?? username)}</a>`,
  )
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simulated Discord</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${STYLE}</style><main><h1>Simulated Discord</h1>
<p>Avatary asks for: ${escaped(query.get('scope') ?? '')}</p>${choices.join('')}
<a class="cancel" href="${escaped(linkTo(query, 'nobody'))}">Cancel</a></main></html>`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
}

function linkTo(query: URLSearchParams, user: string): string {
  const link = new URLSearchParams(query)
  link.set('user', user)
  return `?${link}`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)
}
