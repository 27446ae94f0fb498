import type { CounterTexts } from './texts.ts'

export const texts: CounterTexts = {
  choose: '차트에 표시할 항목',
  window: '기간',
  days: count => `${count}일`,
  counters: {
    views: '조회',
    impressions: '목록 노출',
    outbound: 'VRChat에서 연 횟수',
    wears: '월드에서 착용',
    likes: '좋아요',
    favorites: '저장',
  },
  trend: percent => `이전 기간 대비 ${percent}`,
  chart: (counter, days) => `${counter} (최근 ${days}일, 일별)`,
  date: '날짜',
  asTable: '표로 보기',
  csv: 'CSV',
  csvOfDays: '일별 데이터 CSV',
  nothingYet: '아직 데이터가 없습니다',
  avatar: '아바타',
  previous: '이전',
  next: '다음',
  range: (first, last, total) => `${total}개 중 ${first}–${last}`,
  sparkline: counts => `최근 14일 조회수: ${counts}`,
}
