import { sentence } from '../lib/texts.ts'
import { errorReason } from './error-reason.ts'
import { errors } from './errors.ko.ts'
import type { UiTexts } from './texts.ts'

export const texts: UiTexts = {
  errorTitle: '불러오지 못했습니다',
  errorText: reason => `${reason} 작업한 내용은 사라지지 않았습니다.`,
  errorReason: (error, names) =>
    errorReason(error, errors, field => `“${field}” 항목에 입력할 수 없는 값이 있습니다.`, names),
  errorRequest: id => `요청 ${id}`,
  notDone: reason => `변경되지 않았습니다. ${reason}`,
  tooComplex: '검색 조건이 너무 복잡합니다',
  tooComplexText:
    '조건(tag:fox, OR, 괄호 묶음 등)은 20개까지, 괄호는 5겹까지 쓸 수 있습니다. 조건을 줄이면 검색됩니다.',
  searchHelp: '검색 방법',
  retry: '다시 시도',
  close: '닫기',
  blocked: '방금 운영자가 이 아바타를 차단했습니다.',
  undo: '되돌리기',
  saveName: name => `${name} 저장`,
  saved: name => sentence('저장했습니다: ', name),
  removed: name => sentence('저장을 취소했습니다: ', name),
  notMarked: (name, reason) => sentence('변경하지 못했습니다: ', name, `. ${reason}`),
  copied: '복사했습니다',
  notCopied: '이 브라우저에서는 복사할 수 없습니다.',
  groups: '그룹에 넣기',
  newGroup: '새 그룹',
  groupName: '그룹 이름',
  tooFast: '잠시만 기다려 주세요',
  tooFastText: seconds =>
    `짧은 시간에 요청이 많아 ${seconds}초 뒤에 자동으로 다시 시작합니다. 요청 한도는 같은 네트워크의 사용자와 함께 사용합니다.`,
  views: count => `조회수 ${count}`,
  performance: {
    Excellent: 'Excellent',
    Good: 'Good',
    Medium: 'Medium',
    Poor: 'Poor',
    'Very Poor': 'Very Poor',
  },
  minPerformance: '최소 퍼포먼스 랭크',
  anyPerformance: '모든 랭크',
  orBetter: rating => `${rating} 이상`,
  notRated: '랭크 정보 없음',
  sensitive: {
    content_sex: '성적인 내용',
    content_adult: '성인용',
    content_violence: '폭력적인 내용',
    content_gore: '잔인한 내용',
    content_horror: '공포',
  },
  avatarCount: count => `${count}개`,
  platform: '플랫폼',
  anyPlatform: '전체',
  sort: '정렬',
  sorts: {
    relevance: '관련도순',
    updated: '업데이트순',
    recent: '최신순',
    popular: '조회수순',
    name: '이름순',
    oldest: '오래된 순',
  },
  results: '아바타',
  newest: '새로운 아바타',
  newTab: ' (새 탭에서 열림)',
  showPicture: '이미지 보기',
  tooMany: '결과가 더 있습니다. 검색 조건을 좁히면 볼 수 있습니다.',
}
