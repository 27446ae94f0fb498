import { sentence } from '../../lib/texts.ts'
import type { SearchTexts } from './texts.ts'

export const texts: SearchTexts = {
  title: search => (search === undefined ? 'Avatary: VRChat 아바타 검색' : `${search} · Avatary`),
  totals: (avatars, creators) => `제작자 ${creators}명의 아바타 ${avatars}개`,
  popularSearches: terms => sentence('이번 주 인기 검색어: ', terms),
  mostViewed: '이번 주 인기 아바타',
  rankings: '전체 순위',
  all: '모든 아바타',
  matches: total => sentence('아바타 ', total, '개'),
  matchesOf: (total, _, q) => sentence('“', q, '” 검색 결과 ', total, '개'),
  tags: '태그',
  removeTag: tag => `${tag} 해제`,
  author: name => `제작자: ${name}`,
  suggestions: '추천 검색어',
  suggestionKinds: {
    correction: '혹시 이걸 찾으셨나요?',
    recent: '최근 검색어',
    term: '검색',
    tag: '태그',
    creator: '제작자',
    delete: '최근 검색어',
  },
  delete: '최근 검색어 지우기',
  didYouMean: searches => sentence('혹시 이걸 찾으셨나요? ', searches),
  notUnderstood: text => sentence('조건으로 인식하지 못해 검색어로 찾았습니다: ', text),
}
