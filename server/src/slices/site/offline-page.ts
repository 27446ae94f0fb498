import type { PreparedAnswer } from '../../kernel/answer.ts'
import type { Appearance, Locale } from '../../kernel/appearance.ts'
import { html } from '../../kernel/html.ts'
import { htmlPage, localePage } from '../../kernel/page.ts'

/** Path of the page that `web/public/service-worker.js` caches. */
export const OFFLINE_PAGE = '/offline'

const en = {
  title: 'You are offline',
  text: 'This page needs a connection. Pages that are still open in other tabs stay readable.',
  again: 'Try again',
}

const TEXTS: Readonly<Record<Locale, typeof en>> = {
  en,
  ja: {
    title: 'オフラインです',
    text: 'このページの表示にはインターネット接続が必要です。ほかのタブで開いているページは引き続き見られます。',
    again: '再試行',
  },
  ko: {
    title: '오프라인 상태입니다',
    text: '이 페이지를 보려면 인터넷 연결이 필요합니다. 다른 탭에 열려 있는 페이지는 계속 볼 수 있습니다.',
    again: '다시 시도',
  },
  zh: {
    title: '当前已离线',
    text: '打开此页面需要联网。其他标签页中已打开的页面仍可浏览。',
    again: '重试',
  },
}

/** The page that a browser shows when any page is opened without a connection. */
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
