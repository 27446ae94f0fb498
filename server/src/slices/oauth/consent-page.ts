import type { Scope } from '@avatary/contract/oauth'
import type { Appearance } from '../../kernel/appearance.ts'
import { EMPTY_HTML, type Html, html, isolateDirection } from '../../kernel/html.ts'
import { htmlPage, sentences } from '../../kernel/page.ts'
import type { Person } from '../../kernel/person.ts'
import type { Application } from './applications.ts'
import { OAUTH_TEXTS } from './texts.ts'

export interface Consent {
  readonly application: Pick<Application, 'name' | 'siteUrl' | 'registeredBy'>
  /** Username of the person who registered it; null for operators, and after the account was deleted. */
  readonly owner: string | null
  readonly scopes: readonly Scope[]
  readonly redirectUri: string
  readonly person: Pick<Person, 'name' | 'username'>
  readonly action: string
  /** URL at which somebody else can sign in for the same request. */
  readonly otherAccountPath: string
}

/** Asks a user whether an application may know who they are. Works without scripts. */
export function consentPage(
  { application, owner, scopes, redirectUri, person, action, otherAccountPath }: Consent,
  appearance: Appearance,
): string {
  const texts = OAUTH_TEXTS[appearance.locale]
  const { name, siteUrl, registeredBy } = application
  return htmlPage({
    title: texts.signIn(name),
    appearance,
    kind: 'card',
    main: html`<h1>${texts.signInQuestion(isolateDirection(name))}</h1>
${siteUrl === null ? EMPTY_HTML : html`<p class="lead">${siteLink(siteUrl)}</p>`}
${registeredBy === 'user' ? html`<p class="unverified">${sentences(appearance.locale, owner === null ? texts.byUser : texts.byNamedUser(html`<b>${isolateDirection(`@${owner}`)}</b>`), texts.notReviewed)}</p>` : html`<p class="lead">${texts.byOperators}</p>`}
<div class="person"><span class="initial" aria-hidden="true">${[...person.name][0] ?? '?'}</span><span>${texts.signedInAs(html`<b>${isolateDirection(person.name)}</b>`)} ${isolateDirection(`@${person.username}`)}<br><a href="${otherAccountPath}">${texts.signInAsAnother}</a></span></div>
<h2>${texts.willSee}</h2>
<ul class="granted">
${scopes.map(scope => html`<li>${texts.scopes[scope]}</li>\n`)}</ul>
<p class="not-granted">${texts.cannotSee}</p>
<form method="post" action="${action}"><div class="acts">
<button name="decision" value="cancel" class="act">${texts.cancel}</button>
<button name="decision" value="allow" class="act" data-main>${texts.allow}</button>
</div></form>
<p class="below">${texts.afterDecision(html`<b>${targetOf(redirectUri, texts.appOfScheme)}</b>`)}</p>`,
  })
}

/** The page for a request that has ended, or that belongs to another session. */
export function nothingToDecidePage(appearance: Appearance): string {
  const { nothingToDecide, nothingToDecideText } = OAUTH_TEXTS[appearance.locale]
  return messagePage(appearance, nothingToDecide, html`${nothingToDecideText}`)
}

export function messagePage(appearance: Appearance, title: string, text: Html): string {
  return htmlPage({
    title,
    appearance,
    kind: 'card',
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="below"><a href="/">${OAUTH_TEXTS[appearance.locale].backToAvatars}</a></p>`,
  })
}

function siteLink(siteUrl: string): Html {
  return html`<a href="${siteUrl}" rel="noopener noreferrer nofollow" target="_blank">${new URL(siteUrl).host}</a>`
}

/** The host of a web application, or the URI scheme of an app. */
function targetOf(redirectUri: string, app: (scheme: string) => string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : app(protocol.slice(0, -1))
}
