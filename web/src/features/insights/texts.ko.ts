import { sentence } from '../../lib/texts.ts'
import type { InsightsTexts } from './texts.ts'

export const texts: InsightsTexts = {
  title: '통계 · Avatary',
  heading: '통계',
  lead: how =>
    sentence(
      '아바타의 조회, VRChat에서 연 횟수, 착용, 좋아요 통계입니다. 방문자는 식별하지 않으며 날짜는 UTC 기준입니다. ',
      how,
    ),
  howCounted: '집계 방식',
  boards: {
    views: '가장 많이 본 아바타',
    trending: '급상승',
    clickThrough: '가장 많이 연 아바타',
    likes: '좋아요가 많은 아바타',
  },
  boardValues: {
    views: '조회수',
    trending: '이전 기간 대비 늘어난 조회수',
    clickThrough: '조회 후 VRChat에서 연 비율',
    likes: '좋아요 수',
  },
  ranking: '전체 아바타',
  tracked: (total, tracked) => `아바타 ${total}개 (통계 있음 ${tracked}개)`,
  searchWithin: '순위에서 검색',
  clear: '지우기',
  sort: '정렬 기준',
  rank: '순위',
  columns: {
    views: '조회',
    trending: '증감',
    impressions: '노출',
    ctr: '조회율',
    outbound: '연 횟수',
    likes: '좋아요',
    favorites: '저장',
    newest: '추가일',
  },
  columnNotes: {
    views: '이전 대비',
    trending: '조회수',
    impressions: '이전 대비',
    ctr: '조회÷노출',
    outbound: '조회 대비',
    likes: '조회 대비',
    favorites: '조회 대비',
    newest: '이 사이트에',
  },
  sparkline: '14일',
  noRows: '일치하는 아바타가 없습니다',
  noRowsText: '다른 검색어를 입력하거나 모든 플랫폼에서 찾아보세요.',
  everything: '모든 아바타 보기',
  pages: '순위 페이지',
}
