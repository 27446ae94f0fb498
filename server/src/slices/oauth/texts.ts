import type { Scope } from '@avatary/contract/oauth'
import type { Locale } from '../../kernel/appearance.ts'
import { type Html, html } from '../../kernel/html.ts'

const en = {
  signIn: (name: string) => `Sign in to ${name}`,
  signInQuestion: (name: Html) => html`Sign in to ${name}?`,
  byUser: 'Registered by a user of this site, and checked by nobody.',
  byNamedUser: (name: Html) => html`Registered by ${name}, a user of this site, and checked by nobody.`,
  notReviewed: 'Allow it only if you know who it is from.',
  byOperators: 'Registered by the operators of this site.',
  signInAsAnother: 'Not you? Sign in as somebody else',
  signedInAs: (name: Html) => html`Signed in as ${name}`,
  willSee: 'It will see',
  scopes: {
    identify: 'Your name, username, picture and public profile',
    email: 'Your email address',
  } satisfies Record<Scope, string>,
  cannotSee: 'It cannot see or change your saved avatars, your settings or the avatars you made.',
  cancel: 'Cancel',
  allow: 'Allow',
  afterDecision: (target: Html) =>
    html`You return to ${target}. You can take this back at any time in your account.`,
  appOfScheme: (scheme: string) => `the app ${scheme}`,
  nothingToDecide: 'Nothing to decide here',
  nothingToDecideText:
    'This request has expired, was answered already, or was made in another session. Go back to the application and start again.',
  applicationMistake: 'The application that sent you here made a mistake',
  problems: {
    unknown_application:
      'There is no application by the id that it sent: it was deleted, or the id is misspelled.',
    redirect_uri: 'It asked to send you to an address that is not registered for it, so you stay here.',
    login_required: 'It asked who you are without showing you anything, and you are not signed in here.',
    invalid_scope: 'It asked for something that it cannot have.',
    unsupported_response_type: 'It asked for a kind of answer that this site does not give.',
  } as Readonly<Record<string, string>>,
  otherProblem: 'Its request cannot be answered: something in it is missing or wrong.',
  unavailable: 'This does not work right now',
  unavailableText:
    'Nobody can be signed in right now. Go back to the application, and try again in a few minutes.',
  goBackAndTell: 'Go back to it, and tell its makers if this happens again.',
  backToAvatars: 'Back to the avatars',
}

type OAuthTexts = typeof en

const ja: OAuthTexts = {
  signIn: name => `${name}にログイン`,
  signInQuestion: name => html`${name}にログインしますか？`,
  byUser: 'このサイトのユーザーが登録したアプリで、審査されていません。',
  byNamedUser: name => html`このサイトのユーザー ${name} が登録したアプリで、審査されていません。`,
  notReviewed: '提供元がわかる場合だけ許可してください。',
  byOperators: 'このサイトの運営が登録したアプリです。',
  signInAsAnother: '別のアカウントでログイン',
  signedInAs: name => html`ログイン中のアカウント ${name}`,
  willSee: 'アプリに伝わる情報',
  scopes: {
    identify: '名前、ユーザー名、アイコン、公開プロフィール',
    email: 'メールアドレス',
  },
  cannotSee: '保存したアバター、設定、あなたのアバターを見たり変更したりすることはできません。',
  cancel: 'キャンセル',
  allow: '許可',
  afterDecision: target =>
    html`完了後は${target}に戻ります。許可はアカウントページからいつでも取り消せます。`,
  appOfScheme: scheme => `アプリ ${scheme}`,
  nothingToDecide: '確認するものがありません',
  nothingToDecideText:
    '期限が切れたか、回答済みか、別のセッションのリクエストです。アプリに戻ってやり直してください。',
  applicationMistake: 'アプリからのリクエストに誤りがあります',
  problems: {
    unknown_application: '送られたIDのアプリはありません。削除されたか、IDに誤りがあります。',
    redirect_uri: 'アプリに登録されていないURLへの移動が求められたため、移動を中止しました。',
    login_required: 'アプリが画面を表示せずに本人確認を求めましたが、このサイトにログインしていません。',
    invalid_scope: '許可されていない情報を求めています。',
    unsupported_response_type: '対応していない形式の応答を求めています。',
  },
  otherProblem: 'リクエストの内容に不足か誤りがあり、応答できません。',
  unavailable: '現在利用できません',
  unavailableText: '一時的にログインを処理できません。アプリに戻り、数分後にもう一度お試しください。',
  goBackAndTell: 'アプリに戻ってください。繰り返し起きる場合は、アプリの開発者に知らせてください。',
  backToAvatars: 'アバター一覧へ',
}

const ko: OAuthTexts = {
  signIn: name => `${name}에 로그인`,
  signInQuestion: name => html`${name}에 로그인할까요?`,
  byUser: '이 사이트의 사용자가 등록한 앱이며 검토되지 않았습니다.',
  byNamedUser: name => html`등록한 사용자: ${name}. 검토되지 않은 앱입니다.`,
  notReviewed: '누가 만들었는지 아는 경우에만 허용하세요.',
  byOperators: '이 사이트의 운영자가 등록한 앱입니다.',
  signInAsAnother: '본인이 아닌가요? 다른 계정으로 로그인',
  signedInAs: name => html`로그인한 계정 ${name}`,
  willSee: '앱에 제공되는 정보',
  scopes: {
    identify: '이름, 사용자 이름, 프로필 사진, 공개 프로필',
    email: '이메일 주소',
  },
  cannotSee: '저장한 아바타, 설정, 내 아바타는 보거나 바꿀 수 없습니다.',
  cancel: '취소',
  allow: '허용',
  afterDecision: target =>
    html`완료 후 돌아갈 곳: ${target}. 허용은 계정 페이지에서 언제든 취소할 수 있습니다.`,
  appOfScheme: scheme => `앱 ${scheme}`,
  nothingToDecide: '확인할 요청이 없습니다',
  nothingToDecideText:
    '요청이 만료되었거나 이미 처리되었거나 다른 세션의 요청입니다. 앱으로 돌아가 다시 시작하세요.',
  applicationMistake: '앱이 잘못된 요청을 보냈습니다',
  problems: {
    unknown_application: '보낸 ID의 앱이 없습니다. 삭제되었거나 ID가 잘못되었습니다.',
    redirect_uri: '앱이 등록되지 않은 주소로 이동하도록 요청하여 이동을 중단했습니다.',
    login_required: '앱이 화면을 띄우지 않고 사용자를 확인하려 했지만 로그인되어 있지 않습니다.',
    invalid_scope: '받을 수 없는 정보를 요청했습니다.',
    unsupported_response_type: '지원하지 않는 형식의 응답을 요청했습니다.',
  },
  otherProblem: '요청에 빠지거나 잘못된 부분이 있어 응답할 수 없습니다.',
  unavailable: '지금은 이용할 수 없습니다',
  unavailableText: '잠시 로그인을 처리할 수 없습니다. 앱으로 돌아가 몇 분 뒤 다시 시도하세요.',
  goBackAndTell: '앱으로 돌아가세요. 계속 발생하면 앱 개발자에게 알려 주세요.',
  backToAvatars: '아바타 목록으로',
}

const zh: OAuthTexts = {
  signIn: name => `登录 ${name}`,
  signInQuestion: name => html`要登录 ${name} 吗？`,
  byUser: '该应用由本站用户注册，未经审核。',
  byNamedUser: name => html`该应用由本站用户 ${name} 注册，未经审核。`,
  notReviewed: '请仅在了解其来源时允许。',
  byOperators: '该应用由本站管理员注册。',
  signInAsAnother: '不是你？换个账号登录',
  signedInAs: name => html`当前登录账号 ${name}`,
  willSee: '应用将获得的信息',
  scopes: {
    identify: '你的名称、用户名、头像和公开资料',
    email: '你的电子邮箱',
  },
  cannotSee: '应用无法查看或更改你的收藏、设置和模型。',
  cancel: '取消',
  allow: '允许',
  afterDecision: target => html`完成后将返回 ${target}。你可以随时在账号页面撤销授权。`,
  appOfScheme: scheme => `应用 ${scheme}`,
  nothingToDecide: '没有需要确认的内容',
  nothingToDecideText: '该请求已过期、已处理，或来自另一个会话。请返回应用重新开始。',
  applicationMistake: '应用发来的请求有误',
  problems: {
    unknown_application: '找不到该 ID 对应的应用：可能已被删除，或 ID 有误。',
    redirect_uri: '请求跳转的网址未登记，因此没有跳转。',
    login_required: '应用试图在不显示页面的情况下确认你的身份，但你尚未登录。',
    invalid_scope: '请求了无权获取的信息。',
    unsupported_response_type: '请求了不支持的响应类型。',
  },
  otherProblem: '请求有缺失或错误，无法处理。',
  unavailable: '暂时无法使用',
  unavailableText: '目前无法处理登录。请返回应用，几分钟后再试。',
  goBackAndTell: '请返回应用；如果再次出现，请告知其开发者。',
  backToAvatars: '返回模型列表',
}

export const OAUTH_TEXTS: Readonly<Record<Locale, OAuthTexts>> = { en, ja, ko, zh }
