import { TERMS } from '@avatary/contract/terms'
import { REFERENCE_PATH, TERMS_PATH } from '../../kernel/addresses.ts'
import type { Appearance, Locale } from '../../kernel/appearance.ts'
import { type Html, html } from '../../kernel/html.ts'
import { htmlPage } from '../../kernel/page.ts'
import { pathIn } from '../../kernel/page-metadata.ts'

type EachTerm<Terms extends readonly string[]> = { readonly [Index in keyof Terms]: string }

interface TermsTexts {
  readonly title: string
  readonly lead: string
  /** The terms of the contract, in their order. */
  readonly terms: EachTerm<typeof TERMS>
  readonly licence: (docs: Html) => Html
  readonly docs: string
}

export const TERMS_TEXTS: Readonly<Record<Locale, TermsTexts>> = {
  en: {
    title: 'Terms of use',
    lead: 'The catalog lists avatars that their creators have published on the platform. Names, descriptions and images belong to them.',
    terms: TERMS,
    licence: docs => html`The program itself is free software under the MIT licence. ${docs}.`,
    docs: 'How to use the interface',
  },
  ja: {
    title: '利用規約',
    lead: 'このカタログは、作者がVRChatで公開しているアバターを掲載しています。名前、説明、画像の権利は作者にあります。',
    terms: [
      '公開カタログとワールド用APIは、キーもアカウント連携もなしに利用できます。',
      'データは個人的かつ非営利の目的にのみ利用できます。',
      '商用の再販売には、運営者の書面による許可が必要です。',
      'カタログを複製する人は、この規約も一緒に伝えてください。',
    ],
    licence: docs => html`プログラム自体はMITライセンスで自由に使えます。${docs}。`,
    docs: 'APIの使い方',
  },
  ko: {
    title: '이용 약관',
    lead: '이 카탈로그는 제작자가 VRChat에 공개한 아바타를 모아 보여 줍니다. 이름, 설명, 이미지의 권리는 제작자에게 있습니다.',
    terms: [
      '공개 카탈로그와 월드용 API는 키나 계정 연결 없이 이용할 수 있습니다.',
      '데이터는 개인적, 비상업적 목적으로만 이용할 수 있습니다.',
      '상업적으로 재판매하려면 운영자의 서면 허가가 필요합니다.',
      '카탈로그를 복제하는 사람은 이 약관도 함께 전해야 합니다.',
    ],
    licence: docs => html`프로그램 자체는 MIT 라이선스로 자유롭게 쓸 수 있습니다. ${docs}.`,
    docs: 'API 사용법',
  },
  zh: {
    title: '使用条款',
    lead: '本目录收录作者在 VRChat 上公开发布的模型。名称、说明和图片归作者所有。',
    terms: [
      '公开目录与世界接口无需密钥，也无需关联账号即可使用。',
      '数据仅限个人、非商业用途。',
      '商业转售须经运营者书面许可。',
      '复制本目录者须一并转达这些条款。',
    ],
    licence: docs => html`程序本身采用 MIT 许可证，可自由使用。${docs}。`,
    docs: '接口使用方法',
  },
}

/** Renders the page of the terms of use (spec, "What the service does"). */
export function termsPage(appearance: Appearance, publicUrl: string): string {
  const { locale } = appearance
  const { title, lead, terms, licence, docs } = TERMS_TEXTS[locale]
  return htmlPage({
    title,
    appearance,
    kind: 'text',
    searchMetadata: { description: lead, canonical: pathIn(locale, TERMS_PATH), path: TERMS_PATH, publicUrl },
    main: html`<h1>${title}</h1>
<p>${lead}</p>
<ul>
${terms.map(term => html`<li>${term}</li>\n`)}</ul>
<p>${licence(html`<a href="${pathIn(locale, REFERENCE_PATH)}">${docs}</a>`)}</p>`,
  })
}
