import type { SubmitTexts } from './texts.ts'

function about(seconds: number): string {
  if (seconds < 90) return `약 ${seconds}초`
  if (seconds < 5400) return `약 ${Math.round(seconds / 60)}분`
  return `약 ${Math.round(seconds / 3600)}시간`
}

export const texts: SubmitTexts = {
  title: '아바타 등록 · Avatary',
  heading: '아바타 등록',
  lead: '찾는 공개 아바타가 없나요? ID나 링크를 보내면 VRChat에서 확인한 뒤 추가합니다. 비공개 아바타는 추가되지 않습니다.',
  notLookedUp:
    '지금 이 사이트에서는 VRChat 확인을 하지 않습니다. 등록한 아바타는 다시 시작될 때까지 대기합니다.',
  paste: 'ID, 링크 또는 로그 전체 붙여 넣기',
  whereIdsAre: 'ID는 vrchat.com 아바타 페이지 주소와 VRChat 로그 파일(output_log)에 있습니다.',
  found: (ids, repeated, known, incomplete) =>
    [
      ids > 0 && `ID ${ids}개`,
      ids === 0 && incomplete === null && '아바타 ID를 찾지 못했습니다',
      repeated > 0 && `중복 ${repeated}개`,
      known > 0 && `이미 목록에 있음 ${known}개`,
      incomplete !== null && `“${incomplete}”: 완전한 ID가 아닙니다(avtr_ 뒤에 36자)`,
    ]
      .filter(Boolean)
      .join(' · '),
  submitNone: '등록',
  submit: count => `${count}개 등록`,
  list: '등록한 아바타',
  removeDecided: '끝난 항목 지우기',
  progress: ({ waiting, queued, indexed, rejected }) =>
    [
      `등록됨 ${indexed}개`,
      rejected > 0 && `추가 안 됨 ${rejected}개`,
      queued > 0 && `확인 대기 ${queued}개`,
      waiting > 0 && `전송 전 ${waiting}개`,
    ]
      .filter(Boolean)
      .join(' · '),
  pauses: {
    limit: waiting => `1분에 100개까지 보낼 수 있습니다. ${waiting}개 남음.`,
    queue_full: waiting => `대기열이 가득 찼습니다. ${waiting}개 남음.`,
    unavailable: waiting => `지금은 서버가 받을 수 없습니다. ${waiting}개 남음.`,
  },
  goesOn: seconds => `${seconds}초 뒤에 자동으로 계속합니다.`,
  waiting: '전송 전',
  queued: (position, etaSeconds) =>
    [position === null ? '확인 대기 중' : `대기 ${position}번째`, etaSeconds !== null && about(etaSeconds)]
      .filter(Boolean)
      .join(', '),
  indexed: '추가되었습니다',
  alreadyHere: '이미 등록되어 있습니다',
  reasons: {
    not_public: '공개되지 않음',
    not_found: 'VRChat에 없는 아바타',
    blocked: '이 사이트에서 차단됨',
    not_listed: '제작자의 요청으로 목록에서 제외됨',
    invalid_id: '아바타 ID가 아님',
    submission_not_found: '접수 기록이 없습니다. 다시 등록해 주세요',
  },
}
