import { sentence } from '../../lib/texts.ts'
import type { EmptyTexts } from './empty-texts.ts'

export const texts: EmptyTexts = {
  nothing: q => sentence('“', q, '” 검색 결과가 없습니다'),
  nothingFiltered: '조건에 맞는 아바타가 없습니다',
  nothingText: '검색어가 모두 들어 있는 아바타를 찾습니다. 검색어를 줄이거나 아래 검색어를 눌러 보세요.',
  nothingTextAlone: '다른 검색어를 입력하거나 모든 아바타를 둘러보세요.',
  unknownId: '이 ID의 아바타를 찾지 못했습니다',
  unknownIdText: '공개 아바타라면 등록해 주세요. VRChat에서 확인한 뒤 추가합니다.',
  submitId: '이 아바타 등록',
  allPlatforms: '모든 플랫폼에서 검색',
  everyPerformance: '랭크 제한 없이 검색',
  everyTag: '태그 없이 검색',
  everything: '모든 아바타 보기',
  none: '아직 아바타가 없습니다',
  noneText: '공개 아바타를 등록하면 확인 후 추가됩니다.',
  submit: '아바타 등록',
}
