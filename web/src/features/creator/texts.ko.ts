import { sentence } from '../../lib/texts.ts'
import type { CreatorTexts } from './texts.ts'

export const texts: CreatorTexts = {
  title: name => `${name}의 아바타 · Avatary`,
  nameless: '이름 없는 제작자',
  knownAs: names => sentence('이전 이름: ', names),
  avatars: total => sentence('아바타 ', total, '개'),
  views: total => sentence('조회수 ', total),
  likes: total => sentence('좋아요 ', total),
  profile: '인증된 프로필',
  studio: '스튜디오 열기',
  feed: '새 아바타 피드',
  searchWithin: '이 제작자의 아바타 검색',
  clear: '지우기',
  matches: total => `아바타 ${total}개`,
  nothing: '일치하는 아바타가 없습니다',
  nothingText: '다른 검색어를 입력하거나 모든 플랫폼에서 찾아보세요.',
  everything: '모두 보기',
  gone: '등록된 아바타가 없는 제작자입니다',
  goneText: '아바타가 비공개이거나 제작자가 목록에서 제외했습니다.',
  find: '아바타 검색',
}
