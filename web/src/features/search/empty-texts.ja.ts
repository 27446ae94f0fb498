import { sentence } from '../../lib/texts.ts'
import type { EmptyTexts } from './empty-texts.ts'

export const texts: EmptyTexts = {
  nothing: q => sentence('「', q, '」に一致するアバターはありません'),
  nothingFiltered: 'この条件に一致するアバターはありません',
  nothingText:
    'すべてのキーワードを含むアバターを探しています。キーワードを減らすか、次の候補をお試しください。',
  nothingTextAlone: '別のキーワードで検索するか、すべてのアバターをご覧ください。',
  unknownId: 'このIDのアバターは見つかりません',
  unknownIdText: '公開アバターであれば、登録するとVRChatで確認してから追加します。',
  submitId: 'このアバターを登録',
  allPlatforms: 'すべてのプラットフォームで検索',
  everyPerformance: 'ランクを問わず検索',
  everyTag: 'タグを外して検索',
  everything: 'すべてのアバターを見る',
  none: 'アバターはまだありません',
  noneText: '公開アバターを登録すると、確認のうえ追加されます。',
  submit: 'アバターを登録',
}
