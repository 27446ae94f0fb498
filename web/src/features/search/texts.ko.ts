import { sentence } from '../../lib/texts.ts'
import type { SearchTexts } from './texts.ts'

export const texts: SearchTexts = {
  title: q => (q === undefined ? 'Avatary: VRChat 아바타 검색' : `${q} · Avatary`),
  holds: (avatars, creators) => `제작자 ${creators}명의 아바타 ${avatars}개`,
  lookFor: terms => sentence('이번 주 인기 검색어: ', terms),
  mostViewed: '이번 주 인기 아바타',
  all: '모든 아바타',
  matches: total => sentence('아바타 ', total, '개'),
  matchesOf: (total, _, q) => sentence(q, ' 검색 결과 ', total, '개'),
  tags: '태그',
  removeTag: tag => `${tag} 해제`,
  author: name => `제작자: ${name}`,
  nothing: q => `“${q}” 검색 결과가 없습니다`,
  nothingFiltered: '조건에 맞는 아바타가 없습니다',
  nothingText: '모든 단어가 들어 있는 아바타를 찾습니다. 단어를 줄이거나 아래 단어로 검색해 보세요.',
  nothingTextAlone: '다른 단어로 검색하거나 모든 아바타를 둘러보세요.',
  everyPlatform: '모든 플랫폼에서 검색',
  everyTag: '태그 없이 검색',
  everything: '모든 아바타',
}
