import type { SubmitTexts } from './texts.ts'

function about(seconds: number): string {
  if (seconds < 90) return `約${seconds}秒`
  if (seconds < 5400) return `約${Math.round(seconds / 60)}分`
  return `約${Math.round(seconds / 3600)}時間`
}

export const texts: SubmitTexts = {
  title: 'アバターを登録 · Avatary',
  heading: 'アバターを登録',
  lead: '見つからない公開アバターはありませんか？ IDかリンクを送ると、VRChatで確認してから追加します。プライベートアバターは追加されません。',
  notLookedUp:
    '現在、このサイトではVRChatでの確認を行っていません。登録したアバターは、再開されるまで確認待ちになります。',
  paste: 'ID、リンク、またはログをそのまま貼り付け',
  whereIdsAre: 'IDはvrchat.comのアバターページのURLと、VRChatのログファイル（output_log）にあります。',
  found: (ids, repeated, known, incomplete) =>
    [
      ids > 0 && `ID ${ids}件`,
      ids === 0 && incomplete === null && 'アバターIDが見つかりません',
      repeated > 0 && `重複 ${repeated}件`,
      known > 0 && `リストに追加済み ${known}件`,
      incomplete !== null && `「${incomplete}」は完全なIDではありません（avtr_ の後に36文字）`,
    ]
      .filter(Boolean)
      .join(' · '),
  submitNone: '登録',
  submit: count => `${count}件を登録`,
  list: '登録したアバター',
  removeDecided: '完了した項目を消去',
  progress: ({ waiting, queued, indexed, rejected }) =>
    [
      `掲載 ${indexed}件`,
      rejected > 0 && `追加不可 ${rejected}件`,
      queued > 0 && `確認待ち ${queued}件`,
      waiting > 0 && `未送信 ${waiting}件`,
    ]
      .filter(Boolean)
      .join(' · '),
  pauses: {
    limit: waiting => `送信できるのは1分間に100件までです。残り${waiting}件。`,
    queue_full: waiting => `確認待ちの件数が上限に達しています。残り${waiting}件。`,
    unavailable: waiting => `現在、サーバーが受け付けられません。残り${waiting}件。`,
  },
  goesOn: seconds => `${seconds}秒後に自動で再開します。`,
  waiting: '未送信',
  queued: (position, etaSeconds) =>
    [position === null ? '確認待ち' : `確認待ち ${position}番目`, etaSeconds !== null && about(etaSeconds)]
      .filter(Boolean)
      .join('、'),
  indexed: '追加しました',
  alreadyHere: '掲載済みです',
  reasons: {
    not_public: '公開されていません',
    not_found: 'VRChatに存在しません',
    blocked: 'このサイトでブロックされています',
    not_listed: '作者の希望により非掲載',
    invalid_id: 'アバターIDではありません',
    submission_not_found: '受付の記録が失われました。もう一度登録してください',
  },
}
