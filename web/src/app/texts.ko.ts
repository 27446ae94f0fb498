import type { ShellTexts } from './texts.ts'

export const texts: ShellTexts = {
  skip: '본문으로 건너뛰기',
  search: '검색',
  insights: '통계',
  docs: 'API',
  offline: '오프라인입니다. 이미 본 내용은 계속 볼 수 있습니다.',
  notFound: '페이지를 찾을 수 없습니다',
  notFoundText: '주소가 잘못되었거나 삭제된 페이지입니다. 검색하거나 새 아바타를 둘러보세요.',
  newest: '새 아바타',
}
