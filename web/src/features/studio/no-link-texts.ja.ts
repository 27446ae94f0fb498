import type { NoLinkTexts } from './no-link-texts.ts'

export const texts: NoLinkTexts = {
  noLink: 'どれがあなたのアバターか、まだ確認できません',
  noLinkText:
    'コミュニティサイトのプロフィールに認証済みのVRChatアカウントがないため、どのアバターの作者か判断できません。',
  steps: [
    'コミュニティサイトで自分のプロフィールを開きます。',
    'VRChatアカウントを連携し、認証を受けます。',
    'このページに戻ります。',
  ],
  openProfile: 'プロフィールを開く',
  checkAgain: 'もう一度確認',
  signInAgain: 'ログインし直す',
  wait: '連携は10分以内に反映されます。ログインし直すとすぐに反映されます。このサイトがVRChatのパスワードを尋ねることはありません。',
}
