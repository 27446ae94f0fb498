import type { Avatar } from '@avatary/contract/avatar'
import type { Creator } from '@avatary/contract/creators'
import type { CurrentSession } from '@avatary/contract/sessions'
import { Html, html, NOTHING } from '../../kernel/html.ts'

/** The answers that the script of a page would ask for first. */
export interface PageAnswers {
  /** `GET /avatars/{id}` */
  readonly avatar?: Avatar
  /** `GET /creators/{id}` */
  readonly creator?: Creator
}

/** Data for the script of a page, so that it need not ask for it. */
export interface PageData extends PageAnswers {
  /** `GET /session`; absent while that cannot be answered. */
  readonly session?: CurrentSession
}

/** A block of data, which browsers do not run; `<` is escaped, as it could end the block (HTML, "Restrictions for contents of script elements"). */
export function dataBlock(data: PageData): Html {
  if (Object.keys(data).length === 0) return NOTHING
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="page-data">${new Html(text)}</script>\n`
}
