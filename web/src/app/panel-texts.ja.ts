import { sentence } from '../lib/texts.ts'
import type { PanelTexts } from './panel-texts.ts'

export const texts: PanelTexts = {
  signOut: 'ログアウト',
  yourAccount: 'アカウントと設定',
  studio: '作者スタジオ',
  whySignIn: 'ログインすると、アバターの保存や「いいね」ができます。',
  keyboard: 'ショートカット一覧',
  moderation: '運営',
  worlds: 'ワールド制作者向け',
  docs: 'APIリファレンス',
  keysNote: '文字の入力中は動作しません。設定でオフにできます。',
  notFound: 'ページが見つかりません',
  notFoundText: 'URLが間違っているか、ページが削除された可能性があります。',
  demo: {
    title: 'アバターの取り込み方',
    text: '表示中の内容は架空です。最初のアバターを取り込むとデモは自動的に終わります。サーバーを動かしているマシンで、次のどちらかを実行してください。',
    importText:
      'ファイルから取り込む：このサイト、VRChat、VRCX、ほかの検索サイトからエクスポートしたファイル',
    mirrorText: 'ほかのAvataryを複製し、変更も反映し続ける',
    more: option =>
      sentence(
        '各コマンドのオプションは',
        option,
        'で確認できます。取り込みと複製の説明は、Avataryのリポジトリのdocsフォルダーにあります。',
      ),
    offeredFormats: '外部から利用できる形式：',
    reference: 'APIリファレンス',
  },
  acts: {
    find: '検索欄へ移動',
    suggestions: '検索欄から候補へ、続けて検索結果へ',
    move: '検索結果の中を移動',
    open: 'アバターを開く（Ctrlまたは⌘で新しいタブ）',
    save: 'アバターを保存／保存を解除',
    like: 'いいね／いいねを取り消す',
    copy: 'アバターIDをコピー',
    group: 'アバター（または保存した直後のアバター）のグループを選ぶ',
    choose: '保存済みまたはスタジオのアバターを選択（Shift＋矢印で複数）',
    order: '「カスタム順」で保存済みアバターを移動',
    undo: '直前の操作を元に戻す',
    previous: '検索結果の前のアバター',
    next: '検索結果の次のアバター',
    goSearch: '検索へ',
    goInsights: '統計へ',
    goSubmit: 'アバター登録へ',
    goSaved: '保存したアバターへ',
    goAccount: 'アカウントへ',
    keys: 'この一覧を表示',
    leave: '閉じる／検索欄から離れる',
  },
}
