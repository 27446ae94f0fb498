import { sentence } from '../../lib/texts.ts'
import type { AvatarTexts } from './texts.ts'

const BREAKDOWN_KEYS: Readonly<Record<string, string>> = {
  other: '기타',
  direct: '직접 방문',
  desktop: 'PC',
  mobile: '휴대전화',
  tablet: '태블릿',
  vr: 'VR 헤드셋',
}

export const texts: AvatarTexts = {
  title: (name, author) => `${name} – ${author} · Avatary`,
  back: '검색 결과로 돌아가기',
  by: author => sentence('제작자: ', author),
  avatarsHere: count => `아바타 ${count}개`,
  open: 'VRChat에서 열기',
  copyId: 'ID 복사',
  save: '저장',
  saved: '저장됨',
  like: count => `좋아요 ${count}개`,
  share: '공유',
  performanceOf: rating => `성능: ${rating}`,
  doesNotRun: '지원하지 않음',
  views: count => sentence('조회수 ', count),
  added: date => sentence(date, ' 추가'),
  rank: (place, days) => sentence(`${days}일 순위 `, place, '위'),
  tags: '태그',
  numbers: '통계',
  terms: '검색어',
  countries: '국가 및 지역',
  referrers: '유입 경로',
  devices: '기기',
  key: key => BREAKDOWN_KEYS[key] ?? key,
  unknownCountry: '알 수 없는 지역',
  nothingYet: '아직 없습니다',
  moreByCreator: name => sentence(name, '의 다른 아바타'),
  moreLikeIt: '비슷한 아바타',
  gone: '공개되지 않은 아바타입니다',
  goneText: '제작자가 목록에서 제외했거나 VRChat에서 더 이상 공개되지 않습니다.',
  find: '아바타 검색',
  numbersAway: '통계를 불러오는 중입니다. 잠시만 기다려 주세요.',
}
