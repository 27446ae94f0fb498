import type { ReportTexts } from './report-texts.ts'

export const texts: ReportTexts = {
  title: name => `${name} 신고`,
  reason: '어떤 문제가 있나요?',
  reasons: {
    stolen: '도용된 아바타',
    explicit: '표시 없는 선정적인 내용',
    harmful: '크래셔 등 다른 사람에게 피해를 주는 아바타',
    wrong_data: '잘못된 정보',
    other: '기타',
  },
  text: '추가 설명 (선택)',
  anonymous: '신고는 익명이며, 운영자는 누가 보냈는지 알 수 없습니다.',
  cancel: '취소',
  send: '신고하기',
  thanks: '감사합니다. 운영자가 확인하겠습니다.',
}
