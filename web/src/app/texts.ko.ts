import type { ShellTexts } from './texts.ts'

export const texts: ShellTexts = {
  skip: '본문으로 건너뛰기',
  skipToResults: '결과로 건너뛰기',
  pages: '페이지',
  search: '검색',
  insights: '통계',
  submit: '아바타 등록',
  saved: '저장됨',
  docs: 'API',
  settings: '설정',
  account: '계정',
  offline: '오프라인 상태입니다. 이미 본 내용은 계속 볼 수 있고, 저장 등은 다시 연결되면 사용할 수 있습니다.',
  newVersion: '사이트가 새 버전으로 업데이트되었습니다.',
  reload: '새로고침',
  demo: '데모',
  demoText: '모두 가상입니다. 아무 계정으로나 로그인하세요.',
  fillCatalog: '가져오는 방법',
  dismissDemo: '탭을 닫을 때까지 숨기기',
}
