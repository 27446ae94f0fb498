import type { Scope } from '@avatary/contract/oauth'
import { Html, html, htmlPage, NOTHING } from '../../kernel/html.ts'
import type { Person } from '../../kernel/person.ts'
import type { Application } from './applications.ts'
import { CONSENT_STYLE } from './consent-style.ts'

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  identify: 'Your name, username, picture and public profile',
  email: 'Your email address',
}

const LOGO = new Html(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><defs><linearGradient id="fur" x1="0" y1="0" x2="1" y2="1">' +
    '<stop offset="0" stop-color="#7a3df0"/><stop offset="1" stop-color="#ff7a5c"/></linearGradient></defs>' +
    '<path fill="url(#fur)" d="M3 3l8 5h10l8-5v13c0 4-6 13-13 13S3 20 3 16z"/>' +
    '<path fill="#fff" opacity=".92" d="M16 29c-2.5-1.5-4-5-4-8l4-2 4 2c0 3-1.5 6.5-4 8z"/>' +
    '<circle cx="10.5" cy="15.5" r="1.8" fill="#fff"/><circle cx="21.5" cy="15.5" r="1.8" fill="#fff"/></svg>',
)

const NOT_REVIEWED = html`<p class="unchecked">Registered by a user of this site, and checked by nobody. Allow it only if you know who it is from.</p>
`

export interface Consent {
  readonly application: Pick<Application, 'name' | 'siteUrl' | 'registeredBy'>
  readonly scopes: readonly Scope[]
  readonly redirectUri: string
  readonly person: Pick<Person, 'name' | 'username'>
  /** Address of the form. */
  readonly action: string
}

/** Asks a user whether an application may know who they are; needs no script. */
export function consentPage({ application, scopes, redirectUri, person, action }: Consent): string {
  const { name, siteUrl, registeredBy } = application
  return page(
    `Sign in to ${name}`,
    html`<h1>Sign in to ${name}?</h1>
<p class="site">${siteUrl === null ? NOTHING : siteLink(siteUrl)}</p>
${registeredBy === 'user' ? NOT_REVIEWED : NOTHING}<div class="who"><span class="face" aria-hidden="true">${initialOf(person.name)}</span><span>Signed in as <b>${person.name}</b> @${person.username}</span></div>
<h2>It will see</h2>
<ul>
${scopes.map(scope => html`<li>${SCOPE_WORDS[scope]}</li>\n`)}</ul>
<p class="not">It cannot see or change your favorites, your settings or your avatars.</p>
<form method="post" action="${action}">
<button name="decision" value="cancel">Cancel</button>
<button name="decision" value="allow" class="allow">Allow</button>
</form>
<p class="after">You return to <b>${targetOf(redirectUri)}</b>. You can take this back at any time in your account.</p>`,
  )
}

/** For a request that has ended, or that was made in another session. */
export function nothingToDecidePage(): string {
  return page(
    'Nothing to decide',
    html`<h1>Nothing to decide here</h1>
<p class="site">This request has expired, was answered already, or was made in another session. Go back to the application and start again.</p>
<p class="after"><a href="/">Avatary</a></p>`,
  )
}

export function page(title: string, content: Html): string {
  return htmlPage(title, CONSENT_STYLE, html`${LOGO}\n${content}`)
}

function siteLink(siteUrl: string): Html {
  return html`<a href="${siteUrl}" rel="noopener noreferrer nofollow" target="_blank">${new URL(siteUrl).host}</a>`
}

/** The host of the application, or the scheme of an app. */
function targetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : `the app ${protocol.slice(0, -1)}`
}

function initialOf(name: string): string {
  return [...name][0] ?? '?'
}
