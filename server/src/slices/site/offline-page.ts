import type { PreparedAnswer } from '../../kernel/answer.ts'
import type { Appearance, Locale } from '../../kernel/appearance.ts'
import { html } from '../../kernel/html.ts'
import { htmlPage, localePage } from '../../kernel/page.ts'

/** Path of the page that `web/public/service-worker.js` caches. */
export const OFFLINE_PAGE = '/offline'

const en = {
  title: 'No connection',
  text: 'You are offline, or the server does not answer. Pages that are still open in other tabs stay readable.',
  again: 'Try again',
}

const TEXTS: Readonly<Record<Locale, typeof en>> = {
  en,
  ja: {
    title: '接続できません',
    text: 'オフラインか、サーバーが応答していません。ほかのタブで開いているページは引き続き見られます。',
    again: '再試行',
  },
  ko: {
    title: '연결할 수 없습니다',
    text: '오프라인이거나 서버가 응답하지 않습니다. 다른 탭에 열려 있는 페이지는 계속 볼 수 있습니다.',
    again: '다시 시도',
  },
  zh: {
    title: '无法连接',
    text: '当前已离线，或服务器没有响应。其他标签页中已打开的页面仍可浏览。',
    again: '重试',
  },
}

/** The page that a browser shows when any page is opened while it is offline, or the server is away. */
export function offlinePage(appearance: Appearance): PreparedAnswer {
  const { locale } = appearance
  const { title, text, again } = TEXTS[locale]
  const page = htmlPage({
    title,
    appearance,
    kind: 'card',
    // The page is shown at the URL that was opened; the empty reference links to that URL (RFC 3986 §4.4).
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="single-act"><a class="act" data-main href="">${again}</a></p>
<script type="module" src="/offline.js"></script>`,
  })
  return localePage({ page, locale })
}
